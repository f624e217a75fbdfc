import { startCountingProxy } from '@holdfast/testkit/countingProxy'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type BoxPlan, type StealthScene, stealthScene } from '@holdfast/testkit/stealthScene'
import { createPublicClient, custom, type Hex, http, numberToHex, zeroHash } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SPEND_POLICY_FACTORY_PRIOR_ADDRESSES } from '../chain/addresses.js'
import { clearExplorerState } from '../chain/explorerApi/explorerState.js'
import type { EventStore, StoredEvents } from '../chain/logs/eventIndex.js'
import { overrideDeployment } from '../chain/registry.js'
import { primaryChain } from '../chain/viemChain.js'
import { LogsIncompleteError, UnknownChainError } from '../errors/chain.js'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { DataUnavailableError } from '../errors/risk.js'
import { newStealthOwner } from '../stealth/newStealthOwner.js'
import { AccountOwnerIndex, type AccountOwnerIndexOptions } from './AccountOwnerIndex.js'
import { explorerAccountsCreated } from './explorerAccountsCreated.js'

let stage: TestStage
let scene: StealthScene
let maker: Actor
let retired: Hex
/** Two boxes of one owner, by either factory, and one of another owner. */
let current: BoxPlan
let old: BoxPlan
let other: BoxPlan
let hashes: Hex[]
let restore: () => void

beforeAll(async () => {
  stage = await setTestStage()
  scene = stealthScene(stage)
  maker = await stage.actor()
  const spendPolicyFactory = stage.devnet.primary.latestBlock
  restore = overrideDeployment(stage.devnet.primary.chainId, { deployBlocks: { spendPolicyFactory } })
  retired = await scene.deployFactory(maker)
  const owner = newStealthOwner(await scene.keys())
  old = scene.plan(owner, { factory: retired, salt: generatePrivateKey() })
  current = scene.plan(owner, { terms: { target: maker.address, maxAmount: 2n ** 200n } })
  other = scene.plan(newStealthOwner(await scene.keys()))
  hashes = []
  for (const plan of [old, current, other]) hashes.push((await scene.make(maker, plan)).transactionHash)
  // A second call creates nothing, and emits no event.
  await scene.make(maker, current)
})
afterEach(() => {
  stage.devnet.faults.clear()
  clearExplorerState()
})
afterAll(async () => {
  restore()
  await stage.stop()
})

async function synced(options: Partial<AccountOwnerIndexOptions> = {}) {
  const index = new AccountOwnerIndex({ client: stage.publicClient, ...options })
  await index.sync()
  return index
}

/** What an index returns after a plan was executed. */
const record = (plan: BoxPlan, transactionHash: Hex | undefined) => ({
  account: scene.addressOf(plan),
  factory: plan.factory,
  ownerHash: plan.ownerHash,
  target: plan.policy.target,
  maxAmount: plan.policy.maxAmount,
  policy: plan.policy,
  salt: plan.salt,
  blockNumber: expect.any(BigInt),
  logIndex: expect.any(Number),
  transactionHash,
})

test('default: boxes of the registry’s factory, and of those before it', async () => {
  const index = new AccountOwnerIndex({ client: stage.publicClient })
  expect([index.complete, index.completeToBlock, index.boxesOf(current.ownerHash)]).toEqual([false, undefined, []])
  await index.sync()
  expect(index.complete).toBe(true)
  expect(index.boxesOf(current.ownerHash)).toEqual([record(current, hashes[1])])
  expect(index.boxesOf(other.ownerHash)).toEqual([record(other, hashes[2])])
  expect(index.boxesOf(zeroHash)).toEqual([])
  // No factory is retired yet; the registry's own is always included.
  expect(SPEND_POLICY_FACTORY_PRIOR_ADDRESSES).toEqual([])
})

test('parameter: factories, current and retired', async () => {
  const index = await synced({ factories: [scene.factory, retired] })
  expect(index.boxesOf(current.ownerHash)).toEqual([record(old, hashes[0]), record(current, hashes[1])])
  expect(index.boxesOf(current.ownerHash.toUpperCase().replace('0X', '0x') as Hex)).toHaveLength(2)
  expect((await synced({ factories: [retired] })).boxesOf(other.ownerHash)).toEqual([])
})

test('parameter: ownerHashes, and only these are requested', async () => {
  const { origin, pathname } = new URL(stage.devnet.primary.rpcUrl)
  const proxy = await startCountingProxy(origin, 0)
  const client = createPublicClient({ chain: primaryChain, transport: http(`${proxy.url}${pathname}`) })
  const index = await synced({ client, ownerHashes: [current.ownerHash] })
  expect(index.boxesOf(current.ownerHash)).toEqual([record(current, hashes[1])])
  expect(() => index.boxesOf(other.ownerHash)).toThrow(InvalidInputError)
  expect(proxy.requests.map(({ name }) => name)).toEqual(['eth_chainId', 'eth_blockNumber', 'eth_getLogs'])
  await proxy.stop()
})

test('parameter: fromBlock', async () => {
  const [{ blockNumber } = { blockNumber: 0n }] = (await synced()).boxesOf(current.ownerHash)
  expect((await synced({ fromBlock: blockNumber + 1n })).boxesOf(current.ownerHash)).toEqual([])
})

test('parameter: store, from which another process continues', async () => {
  const kept = new Map<string, StoredEvents>()
  const store: EventStore = {
    load: async (key) => kept.get(key),
    append: async (key, { fromBlock, toBlock, events }) => {
      const known = kept.get(key)
      const all = [...(known?.events ?? []), ...events]
      kept.set(key, { events: all, fromBlock: known?.fromBlock ?? fromBlock, completeToBlock: toBlock })
    },
  }
  await synced({ store })
  const last = { ...other, salt: generatePrivateKey() }
  const { transactionHash } = await scene.make(maker, last)
  expect((await synced({ store })).boxesOf(other.ownerHash).at(-1)).toEqual(record(last, transactionHash))
  expect([...kept.keys()]).toEqual([`accountcreated:5042002:${scene.factory}`.toLowerCase()])
})

test('behavior: events of other contracts are ignored', async () => {
  const [known] = (await synced()).boxesOf(current.ownerHash)
  const log = (await stage.publicClient.getTransactionReceipt({ hash: known?.transactionHash as Hex })).logs[0]
  const logs = [
    { ...log, address: maker.address, logIndex: 0 },
    { ...log, data: '0x', logIndex: 1 },
    { ...log, topics: log?.topics.slice(0, 2), logIndex: 2 },
    { ...log, logIndex: 3 },
  ].map((one) => ({ ...one, blockNumber: '0x5', logIndex: numberToHex(one.logIndex) }))
  const answers: Record<string, unknown> = { eth_chainId: '0x7a69', eth_blockNumber: '0xa', eth_getLogs: logs }
  const client = createPublicClient({ transport: custom({ request: async ({ method }) => answers[method] }) })
  const index = await synced({ client, factories: [scene.factory], fromBlock: 1n })
  expect(index.boxesOf(current.ownerHash)).toEqual([{ ...known, blockNumber: 5n, logIndex: 3 }])
  await expect(synced({ client })).rejects.toThrow(UnknownChainError)
})

test('behavior: a failing node leaves the index incomplete, and keeps what it had', async () => {
  const index = await synced({ retry: { attempts: 2, delayMs: 1, maxDelayMs: 1 } })
  stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_getLogs', times: null }] } })
  await stage.devnet.primary.mine()
  await expect(index.sync()).rejects.toThrow(LogsIncompleteError)
  expect([index.complete, index.boxesOf(current.ownerHash)]).toEqual([false, [record(current, hashes[1])]])
})

test('error: before any request', () => {
  const { publicClient: client } = stage
  expect(() => new AccountOwnerIndex({ client, factories: [] })).toThrow(InvalidInputError)
  expect(() => new AccountOwnerIndex({ client, ownerHashes: [] })).toThrow(InvalidInputError)
  expect(() => new AccountOwnerIndex({ client, ownerHashes: ['0x12'] })).toThrow(InvalidInputError)
  expect(() => new AccountOwnerIndex({ client, factories: ['0x12'] })).toThrow(InvalidAddressError)
  expect(() => new AccountOwnerIndex({ client }).boxesOf('0x12')).toThrow(InvalidInputError)
})

test('through the explorer: the same records, and an index that starts from them', async () => {
  await stage.devnet.primary.mine(12)
  const factories = [scene.factory, retired]
  const index = await synced({ factories })
  const { accounts, completeToBlock } = await explorerAccountsCreated({ client: stage.publicClient, factories })
  expect(accounts.filter(({ ownerHash }) => ownerHash === current.ownerHash)).toEqual(index.boxesOf(current.ownerHash))
  expect(completeToBlock).toBeGreaterThan(accounts.at(-1)?.blockNumber ?? 0n)
  const { accounts: some } = await explorerAccountsCreated({ ownerHashes: [other.ownerHash] })
  expect(some).toEqual(index.boxesOf(other.ownerHash))
  const [, last] = index.boxesOf(current.ownerHash)
  expect((await explorerAccountsCreated({ factories, toBlock: last?.blockNumber })).accounts).toEqual([
    ...index.boxesOf(current.ownerHash),
  ])

  const quick = await synced({ factories, explorer: {} })
  expect(quick.boxesOf(current.ownerHash)).toEqual(index.boxesOf(current.ownerHash))
  stage.devnet.faults.set({ explorer: { rules: [{ kind: 'forbidden', match: '*', times: null }] } })
  clearExplorerState()
  await expect(explorerAccountsCreated({ factories })).rejects.toThrow(DataUnavailableError)
  expect((await synced({ factories, explorer: {} })).boxesOf(current.ownerHash)).toHaveLength(2)
})
