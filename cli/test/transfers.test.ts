import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ordinaryAccount } from '@holdfast/devnet'
import { decodePlan } from '@holdfast/sdk/plan'
import { writeKeystore } from '@holdfast/testkit/writeKeystore'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actOn } from './actors.js'
import { codePattern } from './codePattern.js'
import type { User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'
import type { Session } from './startSession.js'

let stage: CliStage
let chain: ReturnType<typeof actOn>

beforeAll(async () => {
  stage = await startCliStage()
  chain = actOn(stage.devnet)
})
afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage.stop())

const wrongCode = '0000-0000-0000-0000\n'

/** Sends as a script does, and reads the code. */
async function send(user: User, to: string, more = '') {
  const file = `code-${randomUUID()}`
  const ended = await user.script(`send ${to} 25 --yes --code-file ${file} ${more}`)
  expect(ended.code, ended.stderr).toBe(0)
  return { ...ended.json.result, code: readFileSync(`${user.home}/${file}`, 'utf8') }
}

/** Terms whose transfers wrong codes lock. */
async function byCode(user: User): Promise<string> {
  const { json } = await user.script('terms register --claim-mode code --yes')
  return `--terms ${json.result.configId}`
}

describe.concurrent('as a script', () => {
  test('the history shows a transfer with its recipient and state, before and after a cancel', async () => {
    const alice = await stage.user()
    const friend = ordinaryAccount().address
    const { transferId, txHash, deadline } = await send(alice, friend)
    const open = await alice.script('history', { json: false })
    expect(open.stdout).toContain(`-25 USDC`)
    expect(open.stdout).toContain(`locked for ${friend}, transfer ${transferId}, not claimed, until ${deadline}`)
    const { json } = await alice.script('history')
    expect(json.result.sent).toMatchObject([{ transferId, to: friend, amount: '25000000', status: 'PENDING', txHash }])

    expect((await alice.script(`cancel ${transferId} --yes`)).code).toBe(0)
    const { stdout } = await alice.script('history', { json: false })
    expect(stdout).toContain(`locked for ${friend}, transfer ${transferId}, cancelled`)
    expect(stdout.match(/25 USDC/g)).toHaveLength(1)
  })

  test('a transfer is sent with terms, approval and a code for a descriptor, shown, and claimed by any account', async () => {
    const [alice, bob] = await Promise.all([stage.user(), stage.user()])
    const friend = ordinaryAccount().address
    const sent = await send(alice, friend)
    expect(sent).toMatchObject({
      fee: '0',
      chainId: 5042002,
      from: alice.address,
      to: friend,
      amount: '25000000',
      firewall: 'warning',
      configTxHash: expect.stringMatching(/^0x/),
      approvalTxHash: expect.stringMatching(/^0x/),
    })
    expect(sent.transferId).toMatch(/^\d+$/)
    expect(await chain.balanceOf(friend)).toBe(0n)

    const { json: shown } = await bob.script(`transfer ${sent.transferId}`)
    expect(shown).toMatchObject({
      command: 'transfer',
      ok: true,
      result: { status: 'PENDING', sender: alice.address, to: friend, amount: '25000000', deadline: sent.deadline },
    })

    const watching = bob.script(`transfer ${sent.transferId} --watch`)
    const claimed = await bob.script(`claim ${sent.transferId} --recipient ${sent.to} --yes`, { input: sent.code })
    expect(claimed).toMatchObject({ code: 0, json: { result: { to: friend, amount: '25000000', fee: '0' } } })
    expect(await chain.balanceOf(friend)).toBe(25_000_000n)
    expect(await watching).toMatchObject({ code: 0, json: { result: { status: 'CLAIMED' } } })

    const again = await bob.script(`claim ${sent.transferId} --recipient ${sent.to} --yes`, { input: sent.code })
    expect(again).toMatchObject({ code: 4, json: { ok: false, error: { code: 'transfer_unavailable' } } })

    const { stdout } = await alice.script('history', { json: false })
    expect(stdout).toMatch(new RegExp(`-25 USDC +locked for ${friend}, transfer ${sent.transferId}, claimed$`, 'm'))
  })

  test('a dry run prints the plan of the library, asks nothing, and leaves nothing behind', async () => {
    const alice = await stage.user()
    const friend = ordinaryAccount().address
    const dry = await alice.script(`send ${friend} 25 --dry-run`)
    expect(dry, dry.stderr).toMatchObject({ code: 0, json: { command: 'send', ok: true, result: { dryRun: true } } })
    const plan = decodePlan(JSON.stringify(dry.json.result.plan))
    expect(plan).toMatchObject({
      operation: 'sendProtected',
      account: alice.address,
      recipient: friend,
      amount: 25_000_000n,
    })
    expect(plan.steps).toHaveLength(3)
    expect(dry.json.result.facts).toContainEqual(['approval', 'exactly 25 USDC, for the transfer contract'])
    expect(await chain.reader.getTransactionCount(alice)).toBe(0)
  })

  test('terms are found the second time, and an allowance that covers is used', async () => {
    const alice = await stage.user()
    const friend = ordinaryAccount().address
    const approved = await alice.script('approve 60 --yes')
    expect(approved.json.result).toMatchObject({ allowance: '60000000', txHash: expect.stringMatching(/^0x/) })
    expect((await alice.script('approve 60')).json.result).toMatchObject({ allowance: '60000000', txHash: null })
    const first = await send(alice, friend)
    const second = await send(alice, friend)
    expect(first).toMatchObject({ approvalTxHash: null })
    expect(second).toMatchObject({ approvalTxHash: null, configTxHash: null, configId: first.configId })
  })

  test('own terms: registered once, shown, with a fee that the plan names and a claim takes', async () => {
    const [alice, bob] = await Promise.all([stage.user(), stage.user()])
    const till = ordinaryAccount().address
    const friend = ordinaryAccount().address
    const terms = `terms register --window 60 --fee-bps 50 --fee-recipient ${till} --yes`
    const registered = await alice.script(terms)
    expect(registered, registered.stderr).toMatchObject({ code: 0, json: { result: { chainId: 5042002 } } })
    const { configId, txHash } = registered.json.result
    expect(txHash).toMatch(/^0x/)
    expect((await alice.script(terms)).json.result).toMatchObject({ configId, txHash: null })
    expect((await bob.script(`terms get ${configId}`)).json.result).toMatchObject({
      recallWindow: 60,
      feeBps: 50,
      feeRecipient: till,
      claimMode: 3,
    })

    const sent = await send(alice, friend, `--terms ${configId}`)
    expect(sent).toMatchObject({ fee: '125000', configId, configTxHash: null })
    const claimed = await bob.script(`claim ${sent.transferId} --recipient ${sent.to} --yes`, { input: sent.code })
    expect(claimed.json.result).toMatchObject({ fee: '125000' })
    expect(await chain.balanceOf(till)).toBe(125_000n)
    expect(await chain.balanceOf(friend)).toBe(24_875_000n)
  })

  test('error: a transfer for another address than the wallet’s asks for no code, and says so of a lookalike', async () => {
    const [alice, bob] = await Promise.all([stage.user(), stage.user()])
    const sent = await send(alice, ordinaryAccount().address)
    const other = await bob.script(`claim ${sent.transferId} --yes`, { input: sent.code })
    expect(other).toMatchObject({ code: 4, json: { error: { code: 'claim_recipient_mismatch' } } })
    expect(other.json.error.facts.join()).toContain(`--recipient ${sent.to}`)
    const middle = sent.to.slice(6, -4).replace(/./g, (digit: string) => (digit === '1' ? '2' : '1'))
    const meant = `0x${sent.to.slice(2, 6)}${middle}${sent.to.slice(-4)}`.toLowerCase()
    const deceived = await bob.script(`claim ${sent.transferId} --yes --recipient ${meant}`, { input: sent.code })
    expect(deceived).toMatchObject({ code: 4, json: { error: { code: 'claim_recipient_mismatch' } } })
    expect(deceived.json.error.message).toContain('imitates')
    expect((await alice.script(`transfer ${sent.transferId}`)).json.result).toMatchObject({
      status: 'PENDING',
      attempts: 0,
    })
  })

  test('a wrong code is found out before it costs an attempt', async () => {
    const alice = await stage.user()
    const sent = await send(alice, ordinaryAccount().address, await byCode(alice))
    const wrong = await alice.script(`claim ${sent.transferId} --recipient ${sent.to} --yes`, { input: wrongCode })
    expect(wrong).toMatchObject({ code: 4, json: { error: { code: 'wrong_claim_code' } } })
    expect(wrong.json.error.facts.join()).toContain('5 remain')
    const malformed = await alice.script(`claim ${sent.transferId} --recipient ${sent.to} --yes`, { input: 'UUUU\n' })
    expect(malformed).toMatchObject({ code: 2, json: { error: { code: 'invalid_input' } } })
    expect((await alice.script(`transfer ${sent.transferId}`)).json.result).toMatchObject({ attempts: 0 })
  })

  test('the code of a claim by key is in no transaction, and a wrong one counts nothing', async () => {
    const alice = await stage.user()
    const sent = await send(alice, ordinaryAccount().address)
    const wrong = await alice.script(`claim ${sent.transferId} --recipient ${sent.to} --yes`, { input: wrongCode })
    expect(wrong).toMatchObject({ code: 4, json: { error: { code: 'wrong_claim_code' } } })
    expect(wrong.json.error.facts.join()).toContain('not counted')
    const claimed = await alice.script(`claim ${sent.transferId} --recipient ${sent.to} --yes`, { input: sent.code })
    expect(claimed, claimed.stderr).toMatchObject({ code: 0 })
    const { input } = await chain.reader.getTransaction({ hash: claimed.json.result.txHash })
    const code = String(sent.code).replaceAll('-', '').trim()
    expect(input).not.toContain(Buffer.from(code).toString('hex'))
  })

  test('rekey: the old code opens nothing, the new one does', async () => {
    const alice = await stage.user()
    const sent = await send(alice, ordinaryAccount().address)
    const rekeyed = await alice.script(`rekey ${sent.transferId} --yes --code-file new`)
    expect(rekeyed, rekeyed.stderr).toMatchObject({ code: 0 })
    expect(rekeyed.json.result.claimHash).not.toBe(sent.claimHash)
    const old = await alice.script(`claim ${sent.transferId} --recipient ${sent.to} --yes`, { input: sent.code })
    expect(old.json.error.code).toBe('wrong_claim_code')
    const claimed = await alice.script(`claim ${sent.transferId} --recipient ${sent.to} --yes`, {
      input: readFileSync(`${alice.home}/new`),
    })
    expect(claimed.code, claimed.stderr).toBe(0)
  })

  test('cancel: for the sender alone, and once', async () => {
    const [alice, bob] = await Promise.all([stage.user(), stage.user()])
    const sent = await send(alice, bob.address)
    const stranger = await bob.script(`cancel ${sent.transferId} --yes`)
    expect(stranger).toMatchObject({ code: 4, json: { error: { code: 'transfer_unavailable' } } })
    expect(stranger.json.error.facts).toContain('Reason: not_sender')
    const theirs = await bob.script(`rekey ${sent.transferId} --yes --code-file theirs`)
    expect(theirs.json.error.facts).toContain('Reason: not_sender')
    expect(existsSync(`${bob.home}/theirs`), 'a code that would open nothing').toBe(false)
    const before = await chain.balanceOf(alice.address)
    const cancelled = await alice.script(`cancel ${sent.transferId} --yes`)
    expect(cancelled).toMatchObject({ code: 0, json: { result: { amount: '25000000' } } })
    expect(await chain.balanceOf(alice.address)).toBeGreaterThan(before + 24_000_000n)
    for (const late of ['cancel', 'rekey --code-file late', 'reclaim']) {
      const ended = await alice.script(`${late} ${sent.transferId}`)
      expect(ended.json.error.facts, 'no one is asked').toContain('Reason: not_pending')
    }
    expect(existsSync(`${alice.home}/late`)).toBe(false)
  })
})

describe('refusals, before anything is sent', () => {
  const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

  test.concurrent.each([
    ['send 0x8617E340B3D01FA5F11F306F4090FD50E238070d 25 --yes', 2, 'invalid_address'],
    [`send ${friend} 0 --yes`, 2, 'invalid_amount'],
    [`send ${friend} 0.1234567 --yes`, 2, 'invalid_amount'],
    [`send ${friend} 25 --yes`, 2, 'nowhere_to_show'],
    [`send ${friend} 25 --yes --code-file there`, 2, 'invalid_code_file'],
    [`send ${friend} 25 --yes --code-file not/there`, 2, 'invalid_code_file'],
    [`send ${friend} 25 --code-file code`, 6, 'nobody_to_ask'],
    [`send ${friend} 5000 --yes --code-file code`, 4, 'insufficient_balance'],
    [`send ${friend} 25 --yes --code-file code --terms 0x${'1'.repeat(64)}`, 4, 'unknown_config'],
    [`send ${friend} 25 --yes --code-file code --timeout soon`, 2, 'invalid_number'],
    [`send ${friend}`, 2, 'usage'],
    ['claim 0 --yes', 2, 'invalid_transfer_id'],
    ['transfer 999999 --watch', 4, 'transfer_unavailable'],
    [`reclaim ${Array.from({ length: 51 }, (_, id) => id + 1).join(',')} --yes`, 2, 'too_many_ids'],
    ['terms register --fee-bps 50 --yes', 2, 'invalid_input'],
    ['terms register --fee-bps 101 --yes', 2, 'invalid_number'],
    [`terms get 0x${'1'.repeat(64)}`, 4, 'unknown_config'],
    ['resume 00000000', 2, 'unknown_pending'],
  ])('%s ends with %i, %s', async (args, code, error) => {
    const user = await stage.user()
    writeFileSync(`${user.home}/there`, 'kept')
    const ended = await user.script(args)
    expect(ended, ended.stderr).toMatchObject({ code, json: { ok: false, error: { code: error } } })
    expect(existsSync(`${user.home}/code`)).toBe(false)
    expect(readFileSync(`${user.home}/there`, 'utf8')).toBe('kept')
    expect(await chain.reader.getTransactionCount(user)).toBe(0)
  })

  test('to oneself, to a contract that cannot claim, and more than fees leave', async () => {
    const user = await stage.user(25_000_000n)
    const { contracts, usdc } = stage.devnet.primary
    for (const to of [user.address, contracts.transferContract, usdc]) {
      const ended = await user.script(`send ${to} 5 --yes --code-file code`)
      expect(ended, to).toMatchObject({ code: 2, json: { error: { code: 'invalid_address' } } })
    }
    const whole = await user.script(`send ${friend} 25 --yes --code-file code`)
    expect(whole).toMatchObject({ code: 4, json: { error: { code: 'insufficient_balance' } } })
    const [advice] = whole.json.error.facts
    expect(existsSync(`${user.home}/code`)).toBe(false)
    expect(await chain.reader.getTransactionCount(user)).toBe(0)
    const most = /at most ([\d.]+) USDC/.exec(advice)?.[1]
    const sent = await user.script(`send ${friend} ${most} --yes --code-file code`)
    expect(sent.code, 'what it advises works').toBe(0)
  })

  test('a call that the chain refuses, with its reason', async () => {
    const pauper = await stage.user(0n)
    const ended = await pauper.script('approve 5 --yes')
    expect(ended).toMatchObject({ code: 4, json: { error: { code: 'call_refused' } } })
    expect(ended.json.error.facts.join()).toMatch(/Reason: .*(funds|balance)/i)
  })

  test('a chain that does not answer, and one that is another', async () => {
    const user = await stage.user()
    const gone = await user.script('transfer 1 --rpc http://127.0.0.1:9/')
    expect(gone).toMatchObject({ code: 5, json: { error: { code: 'chain_unavailable' } } })
    const other = await user.script('transfer 1 --chain 84532')
    expect(other).toMatchObject({ code: 4, json: { error: { code: 'wrong_network' } } })
  })
})

test('the password of a keystore and a code come one after the other', async () => {
  const alice = await stage.user()
  const sent = await send(alice, ordinaryAccount().address)
  writeKeystore(`${alice.home}/keystore.json`, alice.privateKey, 'correct horse')
  const claim = `claim ${sent.transferId} --recipient ${sent.to} --keystore keystore.json --yes`
  const short = await alice.script(claim, { input: 'correct horse' })
  expect(short).toMatchObject({ code: 2, json: { error: { code: 'invalid_input' } } })
  const claimed = await alice.script(claim, { input: `correct horse\n${sent.code}` })
  expect(claimed.code, claimed.stderr).toBe(0)
})

describe('after the deadline', () => {
  test('reclaim: not before the deadline, then one alone and several at once', async () => {
    const [alice, bob] = await Promise.all([stage.user(), stage.user()])
    const one = await send(alice, ordinaryAccount().address)
    const two = await send(alice, ordinaryAccount().address)
    const three = await send(alice, ordinaryAccount().address)
    const early = await bob.script(`reclaim ${one.transferId} --yes`)
    expect(early.json.error.facts).toContain('Reason: not_expired')
    const allEarly = await bob.script(`reclaim ${one.transferId},${two.transferId},999999`)
    expect(allEarly).toMatchObject({ code: 4, json: { error: { code: 'nothing_to_return' } } })
    expect(allEarly.json.error.facts).toContain('Transfer 999999 stays; there is none')
    await stage.devnet.primary.increaseTime(3_700)
    const claimed = await bob.script(`claim ${one.transferId}`)
    expect(claimed.json.error.facts, 'neither asked for a code nor whether to go on').toContain('Reason: expired')
    expect((await bob.script(`reclaim ${one.transferId} --yes`)).json.result).toMatchObject({
      reclaimed: [one.transferId],
      skipped: [],
    })
    const ids = [one, two, three].map(({ transferId }) => transferId)
    const many = await bob.script(`reclaim ${ids.join(',')} --yes`)
    expect(many.json.result).toMatchObject({
      reclaimed: [two.transferId, three.transferId],
      skipped: [one.transferId],
    })
    expect(many.stderr).toMatch(new RegExp(`${two.transferId} +25 USDC to ${alice.address}`))
    expect(many.stderr).toMatch(new RegExp(`${one.transferId} +stays; it is RECLAIMED`))
    expect(many.stderr).toMatch(/amount +50 USDC/)
  })
})

describe('at a terminal', () => {
  test('send asks, shows the code once before anything is sent; claim reads it unseen', async () => {
    const [alice, bob] = await Promise.all([stage.user(), stage.user()])
    const friend = ordinaryAccount().address
    const sending = alice.type(`send ${friend} 12.5`)
    await sending.see('Lock 12.5 USDC')
    await sending.see('Go on?')
    expect(sending.screen()).not.toMatch(codePattern)
    sending.answer('y')
    await sending.see('shown once: ')
    expect(await sending.end()).toBe(0)
    const codes = sending.screen().match(codePattern) ?? []
    expect(codes).toHaveLength(1)
    const id = /Transfer (\d+):/.exec(sending.screen())?.[1]

    const claiming = bob.type(`claim ${id} --recipient ${friend}`)
    await claiming.see('Code of transfer')
    claiming.answer(codes[0]?.toLowerCase() ?? '')
    await claiming.see('Go on?')
    claiming.answer('yes')
    await claiming.see('is claimed')
    expect(await claiming.end()).toBe(0)
    expect(claiming.screen().toUpperCase()).not.toContain(codes[0])
    expect(await chain.balanceOf(friend)).toBe(12_500_000n)
  })

  test.concurrent.each([
    ['no', (session: Session) => session.answer('n'), 6],
    ['the end of the input', (session: Session) => session.ctrl('D'), 6],
    ['Ctrl-C', (session: Session) => session.ctrl('C'), 130],
  ])('%s is not consent', async (_, answer, code) => {
    const alice = await stage.user()
    const session = alice.type(`send ${ordinaryAccount().address} 25`)
    await session.see('Go on?')
    answer(session)
    expect(await session.end()).toBe(code)
    expect(session.screen()).not.toMatch(codePattern)
    expect(await chain.reader.getTransactionCount(alice)).toBe(0)
  })

  test('--watch says every change, and Ctrl-C ends it', async () => {
    const alice = await stage.user()
    const sent = await send(alice, ordinaryAccount().address, await byCode(alice))
    const session = alice.type(`transfer ${sent.transferId} --watch`)
    await session.see('is PENDING, 0 of 5 wrong codes')
    await chain.guessWrong(BigInt(sent.transferId), 1)
    await session.see('is PENDING, 1 of 5 wrong codes')
    session.ctrl('C')
    expect(await session.end()).toBe(130)
  })

  test('Ctrl-C while the code is typed ends it', async () => {
    const alice = await stage.user()
    const sent = await send(alice, ordinaryAccount().address)
    const session = alice.type(`claim ${sent.transferId} --recipient ${sent.to}`)
    await session.see('Code of transfer')
    session.ctrl('C')
    expect(await session.end()).toBe(130)
  })
})
