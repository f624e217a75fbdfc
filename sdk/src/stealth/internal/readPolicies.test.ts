import { type BoxPolicy, spendPolicyAccountAbi, spendPolicyFactoryAbi } from '@holdfast/contracts'
import { type CountingProxy, startCountingProxy } from '@holdfast/testkit/countingProxy'
import { bomb, burner, meddler, reverter } from '@holdfast/testkit/hostileCode'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type StealthScene, stealthScene } from '@holdfast/testkit/stealthScene'
import { type Address, createPublicClient, encodeFunctionData, type Hex, http, zeroAddress } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADDRESSES } from '../../chain/addresses.js'
import { primaryChain } from '../../chain/viemChain.js'
import { ChainUnavailableError } from '../../errors/chain.js'
import { newStealthOwner } from '../newStealthOwner.js'
import { parsePolicyAnswer, probeCall, readPolicies } from './readPolicies.js'

let stage: TestStage
let scene: StealthScene
let payer: Actor
let proxy: CountingProxy
let boxes: Address[]
let ownerHash: Hex
let policy: BoxPolicy
let read: (accounts: readonly Address[], multicall?: Address) => ReturnType<typeof readPolicies>

beforeAll(async () => {
  stage = await setTestStage()
  scene = stealthScene(stage)
  payer = await stage.actor()
  const { origin, pathname } = new URL(stage.devnet.primary.rpcUrl)
  proxy = await startCountingProxy(origin, 0)
  const transport = http(`${proxy.url}${pathname}`, { retryCount: 0 })
  const client = createPublicClient({ chain: primaryChain, transport })
  read = (accounts, multicall = ADDRESSES.MULTICALL3) => readPolicies(client, multicall, accounts, undefined)
  boxes = []
  const owner = newStealthOwner(await scene.keys())
  for (let count = 0; count < 6; count++) {
    const plan = scene.plan(owner, { salt: generatePrivateKey() })
    ;({ ownerHash, policy } = plan)
    await scene.make(payer, plan)
    boxes.push(scene.addressOf(plan))
  }
})
beforeEach(() => {
  stage.devnet.faults.clear()
  proxy.reset()
})
afterAll(async () => {
  await proxy.stop()
  await stage.stop()
})

/** Accounts without code. */
const strangers = (count: number) =>
  Array.from({ length: count }, (_, index): Address => `0x${(index + 1_000).toString(16).padStart(40, '0')}`)

test('default: all in one request; nothing of accounts that are not there or have no answer', async () => {
  const others = [payer.address, zeroAddress, await scene.deploy(payer, reverter), scene.factory]
  proxy.reset()
  const answers = await read([...others, ...boxes, ...boxes])
  expect([...answers.keys()]).toEqual(boxes)
  expect([...answers.values()]).toEqual(boxes.map(() => ({ ownerHash, policy })))
  expect(proxy.requests).toHaveLength(1)
})

test('behavior: one account is asked without ceremony, many in several requests', async () => {
  expect((await read(boxes.slice(0, 1))).size).toBe(1)
  expect(proxy.requests).toHaveLength(1)
  proxy.reset()
  const many = strangers(400)
  expect([...(await read([...many, ...boxes])).keys()]).toEqual(boxes)
  expect(proxy.requests).toHaveLength(3)
})

test.each([
  ['burns gas', burner],
  ['answers too much', bomb],
])('behavior: an account that %s is isolated in a few requests', async (_, code) => {
  const trap = await scene.deploy(payer, code)
  const bystanders = strangers(24)
  proxy.reset()
  expect((await read([trap, ...boxes, ...bystanders])).size).toBe(boxes.length)
  expect((await read([...bystanders, ...boxes, trap])).size).toBe(boxes.length)
  expect(proxy.requests.length).toBeLessThan(40)
})

test('behavior: the last call takes more gas than a box needs', async () => {
  const gasOf = (to: Address, data: Hex) => stage.publicClient.estimateGas({ to, data })
  const data = encodeFunctionData({ abi: spendPolicyAccountAbi, functionName: 'policy' })
  const [box, probe] = await Promise.all([
    gasOf(boxes[0] as Address, data),
    gasOf(ADDRESSES.MULTICALL3, probeCall(ADDRESSES.MULTICALL3)),
  ])
  // Both contain the 21,000 of a transaction; the probe also pays for more calldata, a box inside a batch for cold accounts.
  expect(probe - 21_000n).toBeGreaterThan(2n * (box - 21_000n))
})

test('behavior: without Multicall3 each is asked alone', async () => {
  expect((await read(boxes, payer.address)).size).toBe(boxes.length)
})

test('behavior: an account can make another one exist for the length of the request, no longer', async () => {
  const plan = scene.plan(newStealthOwner(await scene.keys()))
  const args = [plan.ownerHash, plan.salt, plan.policy] as const
  const create = encodeFunctionData({ abi: spendPolicyFactoryAbi, functionName: 'createAccount', args })
  const trap = await scene.deploy(payer, meddler(scene.factory, create))
  expect([...(await read([trap, scene.addressOf(plan)])).keys()]).toEqual([scene.addressOf(plan)])
  expect((await read([scene.addressOf(plan), trap])).size).toBe(0)
})

test('error: silence of the node is no answer', async () => {
  stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_call', times: 1 }] } })
  await expect(read(boxes)).rejects.toThrow(ChainUnavailableError)
  stage.devnet.faults.set({ rpc: { rules: [{ kind: 'rate-limit', match: 'eth_call', times: 1 }] } })
  await expect(read(boxes.slice(0, 1))).rejects.toThrow(ChainUnavailableError)
})

test('parsePolicyAnswer: values that no policy has', () => {
  const answer = (place: number, value: string): Hex => {
    const words = Array.from({ length: 10 }, () => '0'.repeat(64))
    words[place] = value.padStart(64, '0')
    return `0x${words.join('')}`
  }
  expect(parsePolicyAnswer(answer(9, '1'))?.policy.mode).toBe(1)
  expect(parsePolicyAnswer(answer(5, 'f'.repeat(64)))?.policy.maxAmount).toBe(2n ** 256n - 1n)
  for (const [place, value] of [
    [1, '1'.padEnd(41, '0')],
    [2, '1'.padEnd(41, '0')],
    [4, '1'.padEnd(41, '0')],
    [7, '1'.padEnd(11, '0')],
    [8, '1'.padEnd(11, '0')],
    [9, '2'],
  ] as const)
    expect(parsePolicyAnswer(answer(place, value))).toBeUndefined()
  expect(parsePolicyAnswer('0x')).toBeUndefined()
  expect(parsePolicyAnswer(`${answer(0, '0')}00`)).toBeUndefined()
})
