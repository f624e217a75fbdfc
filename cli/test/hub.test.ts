import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readRemote, userOfBoth } from './acrossChains.js'
import { actOn } from './actors.js'
import type { User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let primary: ReturnType<typeof actOn>
let remote: ReturnType<typeof readRemote>

beforeAll(async () => {
  stage = await startCliStage()
  primary = actOn(stage.devnet)
  remote = readRemote(stage.devnet)
})
afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage?.stop())

const pendingOf = ({ home }: User) => readdirSync(`${home}/state/holdfast/pending`)

/** Somebody with 20 USDC in the Hub on the primary chain. */
async function depositor(): Promise<User> {
  const user = await userOfBoth(stage)
  const deposited = await user.script('hub deposit 20 --yes')
  expect(deposited, deposited.stderr).toMatchObject({ code: 0 })
  await expect.poll(async () => (await user.script('hub balance')).json.result.total).toBe('20000000')
  return user
}

test('deposit, balance, send, track: the money goes in, and out on another chain', async () => {
  const alice = await depositor()
  const sent = await alice.script('hub send 5 --to Base_Sepolia --yes')
  expect(sent, sent.stderr).toMatchObject({ code: 0, json: { command: 'hub send', result: { firewall: null } } })
  const { transferId, mintTxHash } = sent.json.result
  expect(await remote.balanceOf(alice.address)).toBe(1_005_000_000n)
  expect(pendingOf(alice)).toEqual([])
  const tracked = await alice.script(`hub track ${transferId}`, { env: { HOLDFAST_PRIVATE_KEY: '' } })
  expect(tracked, tracked.stderr).toMatchObject({ code: 0, json: { result: { state: 'done', mintTxHash } } })
  expect(await primary.balanceOf(alice.address)).toBeLessThan(980_000_000n)
})
