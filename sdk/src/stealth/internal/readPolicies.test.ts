import { type BoxPolicy, spendPolicyAccountAbi, spendPolicyFactoryAbi } from '@holdfast/contracts'
import { type CountingProxy, startCountingProxy } from '@holdfast/testkit/countingProxy'
import { bomb, burner, meddler, reverter } from '@holdfast/testkit/hostileCode'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type StealthScene, stealthScene } from '@holdfast/testkit/stealthScene'
import { type Address, createPublicClient, custom, encodeFunctionData, type Hex, http, zeroAddress } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADDRESSES } from '../../chain/addresses.js'
import { primaryChain } from '../../chain/viemChain.js'
import { ChainUnavailableError } from '../../errors/chain.js'
import { newStealthOwner } from '../newStealthOwner.js'
import { GAS_PER_ACCOUNT, readPolicies } from './readPolicies.js'

let stage: TestStage
let scene: StealthScene
let payer: Actor
let proxy: CountingProxy
let boxes: Address[]
let ownerHash: Hex
let policy: BoxPolicy
let read: (accounts: readonly Address[]) => ReturnType<typeof readPolicies>

beforeAll(async () => {
  stage = await setTestStage()
  scene = stealthScene(stage)
  payer = await stage.actor()
  const { origin, pathname } = new URL(stage.devnet.primary.rpcUrl)
  proxy = await startCountingProxy(origin, 0)
  const transport = http(`${proxy.url}${pathname}`, { retryCount: 0 })
  const client = createPublicClient({ chain: primaryChain, transport })
  read = (accounts) => readPolicies(client, accounts, undefined)
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

test('default: all in one request, without accounts that do not exist or do not answer', async () => {
  const others = [payer.address, zeroAddress, await scene.deploy(payer, reverter), scene.factory]
  proxy.reset()
  const answers = await read([...others, ...boxes, ...boxes])
  expect([...answers.keys()]).toEqual(boxes)
  expect([...answers.values()]).toEqual(boxes.map(() => ({ ownerHash, policy })))
  expect(proxy.requests).toHaveLength(1)
})

test('behavior: one account takes one request, many take several', async () => {
  expect((await read(boxes.slice(0, 1))).size).toBe(1)
  expect(proxy.requests).toHaveLength(1)
  proxy.reset()
  const many = strangers(400)
  expect([...(await read([...many, ...boxes])).keys()]).toEqual(boxes)
  expect(proxy.requests).toHaveLength(7)
})

test.each([
  ['burns gas', burner],
  ['answers too much', bomb],
])('behavior: an account that %s does not disturb the others of its request', async (_, code) => {
  const trap = await scene.deploy(payer, code)
  const bystanders = strangers(24)
  proxy.reset()
  expect((await read([trap, ...boxes, ...bystanders])).size).toBe(boxes.length)
  expect((await read([...bystanders, ...boxes, trap])).size).toBe(boxes.length)
  expect(proxy.requests).toHaveLength(2)
})

test('behavior: an account may use several times the gas that a box needs', async () => {
  const data = encodeFunctionData({ abi: spendPolicyAccountAbi, functionName: 'policy' })
  const gas = await stage.publicClient.estimateGas({ to: boxes[0] as Address, data })
  // The estimate contains the 21,000 of a transaction; inside a batch a box also pays for two cold accounts.
  expect(gas - 21_000n + 5_200n).toBeLessThan(BigInt(GAS_PER_ACCOUNT) / 4n)
})

test('error: a node that allows too little gas for all accounts', async () => {
  const transport = custom({
    request: ({ method, params: [call, block] }) =>
      stage.publicClient.request({ method, params: [{ ...call, gas: '0x80000' }, block] } as never),
  })
  await expect(readPolicies(createPublicClient({ transport }), boxes, undefined)).rejects.toThrow(ChainUnavailableError)
  expect((await readPolicies(createPublicClient({ transport }), boxes.slice(0, 1), undefined)).size).toBe(1)
})

test('behavior: a chain without Multicall3', async () => {
  const code = await stage.publicClient.getCode({ address: ADDRESSES.MULTICALL3 })
  expect(code).toMatch(/^0x[0-9a-f]+$/)
  const without = { [ADDRESSES.MULTICALL3]: { code: '0x' } }
  const transport = custom({
    request: ({ method, params: [call, block] }) =>
      stage.publicClient.request({ method, params: [call, block, without] } as never),
  })
  expect((await readPolicies(createPublicClient({ transport }), boxes, undefined)).size).toBe(boxes.length)
})

test('behavior: an account cannot make another one exist', async () => {
  const plan = scene.plan(newStealthOwner(await scene.keys()))
  const args = [plan.ownerHash, plan.salt, plan.policy] as const
  const create = encodeFunctionData({ abi: spendPolicyFactoryAbi, functionName: 'createAccount', args })
  const trap = await scene.deploy(payer, meddler(scene.factory, create))
  expect((await read([trap, scene.addressOf(plan)])).size).toBe(0)
})

test('error: a node that fails or limits its rate is not taken for an answer', async () => {
  stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_call', times: 1 }] } })
  await expect(read(boxes)).rejects.toThrow(ChainUnavailableError)
  stage.devnet.faults.set({ rpc: { rules: [{ kind: 'rate-limit', match: 'eth_call', times: 1 }] } })
  await expect(read(boxes.slice(0, 1))).rejects.toThrow(ChainUnavailableError)
})
