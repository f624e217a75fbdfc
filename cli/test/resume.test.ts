import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { ordinaryAccount } from '@holdfast/devnet'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { actOn } from './actors.js'
import type { User } from './createUser.js'
import { startChangedNode } from './startChangedNode.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let chain: ReturnType<typeof actOn>

beforeAll(async () => {
  stage = await startCliStage()
  chain = actOn(stage.devnet)
})
afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage.stop())

const directory = (user: User) => `${user.home}/state/holdfast/pending`
/** Finished entries: one that is being written has another ending, and is nothing yet. */
const pendingOf = (user: User) => readdirSync(directory(user)).filter((name) => name.endsWith('.json'))

/** A user whose next send is one transaction. */
async function ready(): Promise<User> {
  const user = await stage.user()
  expect((await user.script('approve 100 --yes')).code).toBe(0)
  expect((await user.script('terms register --yes')).code).toBe(0)
  return user
}

test('a send whose receipt is late: exit 7, then resume finds the transfer, and nothing is sent twice', async () => {
  const alice = await ready()
  const friend = ordinaryAccount().address
  stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
  const sent = await alice.script(`send ${friend} 25 --yes --code-file code --timeout 1`)
  expect(sent).toMatchObject({ code: 7, json: { ok: false, error: { code: 'transaction_unconfirmed' } } })
  const id = sent.json.error.resume
  expect(sent.stderr).toContain(`holdfast resume ${id}`)
  expect(pendingOf(alice)).toEqual([`${id}.json`])

  const listed = await alice.script('resume')
  expect(listed.json.result.pending).toMatchObject([{ id, command: 'send', chainId: 5042002 }])
  const early = await alice.script(`resume ${id} --timeout 1 --rpc ${stage.devnet.primary.rpcUrl}`)
  expect(early).toMatchObject({ code: 7, json: { error: { code: 'transaction_unconfirmed', resume: id } } })
  expect(early.stderr, 'where to ask was typed, and may hold a key').toContain(`holdfast resume ${id} --rpc <url>\n`)
  const elsewhere = await alice.script(`resume ${id} --chain 84532`)
  expect(elsewhere.code).not.toBe(0)
  expect(pendingOf(alice)).toEqual([`${id}.json`])

  stage.devnet.faults.clear()
  const count = await chain.reader.getTransactionCount(alice)
  const resumed = await alice.script(`resume ${id}`)
  expect(resumed, resumed.stderr).toMatchObject({ code: 0, json: { result: { id, command: 'send' } } })
  expect(await chain.reader.getTransactionCount(alice)).toBe(count)
  expect(pendingOf(alice)).toEqual([])
  const { transferId } = resumed.json.result.outcome
  const claimed = await alice.script(`claim ${transferId} --yes --recipient ${friend}`, {
    input: readFileSync(`${alice.home}/code`),
  })
  expect(claimed.code, claimed.stderr).toBe(0)
  expect(await chain.balanceOf(friend)).toBe(25_000_000n)
})

test('Ctrl-C while it waits says how to go on, and resume does', async () => {
  const alice = await ready()
  stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
  const session = alice.type(`send ${ordinaryAccount().address} 25`)
  await session.see('Go on?')
  session.answer('y')
  await session.see('waiting for its block')
  session.ctrl('C')
  await session.see('holdfast resume ')
  expect(await session.end()).toBe(130)
  const id = /holdfast resume ([0-9a-f]{8})/.exec(session.screen())?.[1] ?? ''
  stage.devnet.faults.clear()
  const resuming = alice.type(`resume ${id}`)
  await resuming.see('is locked')
  expect(await resuming.end()).toBe(0)
  expect(pendingOf(alice)).toEqual([])
})

test('a process that is killed while it waits leaves what resume needs', async () => {
  const alice = await ready()
  stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
  let kill: (signal: NodeJS.Signals) => void = () => undefined
  const sending = alice.spawn(`send ${ordinaryAccount().address} 25 --yes --code-file code`, {
    json: false,
    onStart: (child) => {
      kill = child.kill
    },
  })
  await expect.poll(() => pendingOf(alice)).toHaveLength(1)
  kill('SIGKILL')
  expect((await sending).code).toBeNull()
  stage.devnet.faults.clear()
  const [{ id, facts }] = (await alice.script('resume')).json.result.pending
  const resumed = await alice.script(`resume ${id} --timeout 5`)
  const left = await chain.reader.getTransaction({ hash: facts.txHash }).catch(() => undefined)
  // Killed between the disk and the network, it was never sent, and must not be reported as sent.
  expect(resumed.code).toBe(left === undefined ? 7 : 0)
})

test('a claim, a cancellation and an approval are resumed like a send', async () => {
  const alice = await ready()
  const friend = ordinaryAccount().address
  const send = async (file: string) => {
    const sent = await alice.script(`send ${friend} 25 --yes --code-file ${file}`)
    return sent.json.result.transferId
  }
  const first = await send('a')
  const second = await send('b')
  const begin = async (args: string, input?: Buffer) => {
    stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
    const ended = await alice.script(`${args} --yes --timeout 1`, input && { input })
    expect(ended, ended.stderr).toMatchObject({ code: 7 })
    stage.devnet.faults.clear()
    return alice.script(`resume ${ended.json.error.resume}`)
  }
  const claimed = await begin(`claim ${first} --recipient ${friend}`, readFileSync(`${alice.home}/a`))
  expect(claimed.json.result).toMatchObject({ command: 'claim', outcome: { transferId: first } })
  const cancelled = await begin(`cancel ${second}`)
  expect(cancelled.json.result).toMatchObject({ command: 'cancel', outcome: { txHash: expect.stringMatching(/^0x/) } })
  expect((await begin('approve 500')).json.result).toMatchObject({ command: 'approve' })
  expect(pendingOf(alice)).toEqual([])
})

test('a transaction that is never mined stays on the list until it is forgotten', async () => {
  const alice = await ready()
  stage.devnet.faults.set({ rpc: { dropTransactions: 1 } })
  const sent = await alice.script(`send ${ordinaryAccount().address} 25 --yes --code-file code --timeout 1`)
  expect(sent.code).toBe(7)
  const id = sent.json.error.resume
  expect((await alice.script(`resume ${id} --timeout 1`)).code).toBe(7)
  expect((await alice.script(`resume ${id} --forget`)).json.result).toMatchObject({ id, isForgotten: true })
  expect((await alice.script('resume', { json: false })).stdout).toBe('Nothing is under way.\n')
})

test('a claim that was mined but says nothing is not called claimed', async () => {
  const alice = await ready()
  const friend = ordinaryAccount().address
  const sent = await alice.script(`send ${friend} 25 --yes --code-file code`)
  const { transferId } = sent.json.result
  const mute = await startChangedNode(stage.devnet.primary.rpcUrl, (_, answer) => {
    if (answer.result?.logs) answer.result.logs = []
  })
  const claimed = await alice.script(`claim ${transferId} --yes --recipient ${friend}`, {
    input: readFileSync(`${alice.home}/code`),
    env: { HOLDFAST_RPC_URL: mute.url },
  })
  await mute.stop()
  expect(claimed).toMatchObject({ code: 7, json: { error: { code: 'claim_outcome_unknown' } } })
  const resumed = await alice.script(`resume ${claimed.json.error.resume}`)
  expect(resumed, 'an honest node knows').toMatchObject({ code: 0, json: { result: { command: 'claim' } } })
})

test('a locked transfer says so before it asks for a code', async () => {
  const alice = await ready()
  const { configId } = (await alice.script('terms register --claim-mode code --yes')).json.result
  const sent = await alice.script(`send ${ordinaryAccount().address} 25 --terms ${configId} --yes --code-file code`)
  const { transferId } = sent.json.result
  await chain.guessWrong(BigInt(transferId), 5)
  const session = alice.type(`claim ${transferId}`)
  expect(await session.end()).toBe(4)
  expect(session.screen()).toContain('locked')
  expect(session.screen()).not.toContain('Code of transfer')
  expect((await alice.script(`transfer ${transferId}`)).json.result).toMatchObject({ status: 'LOCKED', attempts: 5 })
})

test('a damaged entry hides no other, and is struck off by itself', async () => {
  const alice = await ready()
  stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
  const begun = await alice.script('approve 500 --yes --timeout 1')
  stage.devnet.faults.clear()
  const id = begun.json.error.resume
  writeFileSync(`${directory(alice)}/0badf00d.json`, '{"id":"0badf00d","command":"send\u001b[2J"')
  const listed = await alice.script('resume')
  expect(listed.json.result).toMatchObject({ pending: [{ id }], damaged: [{ id: '0badf00d' }] })
  expect((await alice.script('resume', { json: false })).stdout).toMatch(/\nDamaged, and left out: .*0badf00d\.json\n$/)
  expect((await alice.script(`resume ${id}`)).code).toBe(0)
  expect(await alice.script('resume 0badf00d')).toMatchObject({
    code: 1,
    json: { error: { code: 'journal_unreadable' } },
  })
  expect((await alice.script('resume 0badf00d --forget')).json.result).toMatchObject({ isForgotten: true })
  expect(pendingOf(alice)).toEqual([])
})

test('nothing is sent where it cannot be written down', async () => {
  const alice = await stage.user()
  writeFileSync(`${alice.home}/state`, 'a file, not a directory')
  const ended = await alice.script('approve 10 --yes')
  expect(ended).toMatchObject({ code: 1, json: { error: { code: 'journal_unwritable' } } })
  expect(await chain.reader.getTransactionCount(alice)).toBe(0)
  rmSync(`${alice.home}/state`)
  expect((await alice.script('approve 10 --yes')).code).toBe(0)
})
