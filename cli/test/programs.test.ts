import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { DevnetFacts } from '@holdfast/devnet'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ended, RunningScript, User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let user: User

beforeAll(async () => {
  stage = await startCliStage()
  user = await stage.user()
})
afterAll(() => stage?.stop())

/** Waits until the process has said something. */
async function hear(child: RunningScript, text: string | RegExp): Promise<string> {
  for (;;) {
    const said = child.said()
    const match = typeof text === 'string' ? said.includes(text) && text : text.exec(said)?.[0]
    if (match) return match
    await wait(20)
  }
}

const chainIdAt = (rpcUrl: string) => createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }) }).getChainId()

/** Runs a devnet of the command line, and presses Ctrl-C when the work is done. */
async function withDevnet(args: string, work: (facts: DevnetFacts) => Promise<void>): Promise<Ended> {
  let working: Promise<void> | undefined
  const ended = await user.spawn(`devnet --port 0 --block-time 50 ${args}`, {
    onStart: (child) => {
      working = hear(child, /^\{"command".*\}$/m)
        .then((line) => work(JSON.parse(line).result))
        .finally(() => child.kill('SIGINT'))
      // The caller that waits for the end learns of it then.
      working.catch(() => undefined)
    },
  })
  await working
  return ended
}

test('devnet: one line as soon as it is up, both chains answer, Ctrl-C ends it with 0', async () => {
  const ended = await withDevnet('', async ({ primary, remote }) => {
    expect(await chainIdAt(primary.rpcUrl)).toBe(primary.chainId)
    expect(await chainIdAt(remote.rpcUrl)).toBe(remote.chainId)
  })
  expect(ended.code).toBe(0)
  expect(ended.json.result.primary.accounts).toHaveLength(10)
  await expect(chainIdAt(ended.json.result.primary.rpcUrl)).rejects.toThrow()
})

test('devnet --persist: what was locked before Ctrl-C is claimed after the next start', async () => {
  const at = ({ primary: { rpcUrl, explorerApi } }: DevnetFacts) => ({
    env: { HOLDFAST_RPC_URL: rpcUrl, HOLDFAST_EXPLORER_API: explorerApi },
  })
  const first = await withDevnet('--persist chains', async (facts) => {
    const to = facts.primary.accounts[1]?.address
    const sent = await user.script(`send ${to} 25 --account 0 --yes --code-file code`, at(facts))
    expect(sent, sent.stderr).toMatchObject({ code: 0, json: { result: { transferId: '1', to } } })
  })
  expect(first.code).toBe(0)
  const second = await withDevnet('--persist chains', async (facts) => {
    const found = await user.script('transfer 1', at(facts))
    expect(found.json.result).toMatchObject({ status: 'PENDING', amount: '25000000' })
    const input = readFileSync(`${user.home}/code`)
    const claimed = await user.script('claim 1 --account 1 --yes', { ...at(facts), input })
    expect(claimed, claimed.stderr).toMatchObject({ code: 0, json: { result: { transferId: '1' } } })
  })
  expect(second.code).toBe(0)
})

test('devnet: for a person, with what other commands need to work on it', async () => {
  const session = user.type('devnet --port 0 --block-time 50')
  await session.see('alias holdfast="node ')
  await session.see('HOLDFAST_HUB_API=')
  await session.see('Primary chain 5042002')
  await session.see('Ctrl-C ends it.')
  const env = Object.fromEntries(
    [...session.screen().matchAll(/(HOLDFAST_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  )
  for (const args of [
    'bridge quote 5 --from Base_Sepolia --to Arc_Testnet',
    'hub balance',
    'check 0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  ]) {
    const ended = await user.script(`${args} --account 0`, { env })
    expect(ended.json, ended.stderr).toMatchObject({ ok: true })
  }
  session.ctrl('C')
  expect(await session.end()).toBe(0)
})

test('error: devnet on a port that is taken, with invalid numbers', async () => {
  const { port } = new URL(stage.devnet.url)
  const taken = await user.script(`devnet --port ${port}`)
  expect([taken.code, taken.json.error.code]).toEqual([2, 'port_taken'])
  for (const words of ['--port 65536', '--port x', '--block-time 0']) {
    const { code, json } = await user.script(`devnet ${words}`)
    expect([code, json.error.code], words).toEqual([2, 'invalid_number'])
  }
})

test('tour: Ctrl-C in the middle ends everything that it has started', async () => {
  let heard: Promise<string> | undefined
  const ended = await user.spawn('tour --once', {
    onStart: (child) => {
      heard = hear(child, '1. ').then(() => hear(child, /http:\S+\/primary\/rpc/))
      heard.finally(() => child.kill('SIGINT'))
    },
  })
  expect(ended.code).toBe(130)
  expect(ended.json).toMatchObject({ ok: false, error: { code: 'interrupted' } })
  await expect(chainIdAt((await heard) ?? '')).rejects.toThrow()
})
