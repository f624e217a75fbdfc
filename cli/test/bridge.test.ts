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

const there = '--from Base_Sepolia --to Arc_Testnet'
const pendingOf = ({ home }: User) => readdirSync(`${home}/state/holdfast/pending`)

test('quote, send, track: what was quoted leaves, and arrives', async () => {
  const alice = await userOfBoth(stage)
  const { json: quoted } = await alice.script(`bridge quote 25 ${there}`)
  const { maxFee, total } = quoted.result
  expect(quoted.result).toMatchObject({
    ...{ from: 'Base_Sepolia', to: 'Arc_Testnet', amount: '25000000', payer: alice.address, shortfall: null },
    total: `${25_000_000n + BigInt(maxFee)}`,
  })
  const before = await primary.balanceOf(alice.address)
  const sent = await alice.script(`bridge send 25 ${there} --yes`)
  expect(sent, sent.stderr).toMatchObject({ code: 0, json: { command: 'bridge send', ok: true } })
  const { burnTxHash, forwardTxHash, received, approveTxHash } = sent.json.result
  expect(sent.json.result).toMatchObject({ payer: alice.address, recipient: alice.address, firewall: null })
  expect(approveTxHash).toMatch(/^0x/)
  expect(await primary.balanceOf(alice.address)).toBe(before + BigInt(received))
  expect(BigInt(received)).toBeGreaterThanOrEqual(25_000_000n)
  expect(await remote.balanceOf(alice.address)).toBe(1_000_000_000n - BigInt(sent.json.result.total))
  expect(BigInt(total) - BigInt(sent.json.result.total)).toBeLessThan(100_000n)
  expect(pendingOf(alice)).toEqual([])
  const tracked = await alice.script(`bridge track ${burnTxHash} --from 84532`, { env: { HOLDFAST_PRIVATE_KEY: '' } })
  expect(tracked, tracked.stderr).toMatchObject({
    code: 0,
    json: {
      result: {
        state: 'minted',
        mintTxHash: forwardTxHash,
        to: 'Arc_Testnet',
        recipient: alice.address,
        amount: received,
      },
    },
  })
})
