import { createPublicClient, type Hash, type Hex, http } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Actor, setTestStage, type TestStage } from '../../test/devnet.js'
import { startLogEndpoint } from '../../test/logEndpoint.js'
import type { EventStore, StoredEvents } from '../chain/logs/eventIndex.js'
import { overrideDeployment } from '../chain/registry.js'
import { LogsIncompleteError, UnknownChainError, WrongNetworkError } from '../errors/chain.js'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { claim } from '../transfer/claim.js'
import { generateClaimCode } from '../transfer/claimSecret.js'
import { defineConfig } from '../transfer/config.js'
import { registerConfig } from '../transfer/registerConfig.js'
import { sendProtectedWithAuthorization } from '../transfer/sendProtectedWithAuthorization.js'
import { VerifiedRecipientIndex } from './VerifiedRecipientIndex.js'

let stage: TestStage
let alice: Actor
let bob: Actor
let carol: Actor
let configId: Hex
let claims: Hash[]
let restore: () => void

beforeAll(async () => {
  stage = await setTestStage()
  const transfer = stage.devnet.primary.latestBlock
  restore = overrideDeployment(stage.devnet.primary.chainId, { deployBlocks: { transfer } })
  ;[alice, bob, carol] = await Promise.all([stage.actor(), stage.actor(), stage.actor()])
  configId = (await registerConfig(alice, defineConfig())).configId
  claims = [await settle(alice, bob), await settle(alice, carol), await settle(bob, carol)]
  await settle(alice, bob)
})
afterEach(() => stage.devnet.faults.clear())
afterAll(async () => {
  restore()
  await stage.stop()
})

async function settle(from: Actor, to: Actor): Promise<Hash> {
  const secret = generateClaimCode()
  const { transferId } = await sendProtectedWithAuthorization(
    from,
    { configId, to: to.address, amount: 1_000_000n, claimHash: secret.claimHash },
    { skipRiskCheck: true },
  )
  return claim(to, transferId, secret.code, secret.salt)
}

const hashes = (index: VerifiedRecipientIndex, { address }: Actor) =>
  index.recipientsOf(address).map(({ transactionHash }) => transactionHash)

test('default: each recipient once, by the first claim', async () => {
  const index = new VerifiedRecipientIndex({ client: stage.publicClient })
  expect([index.complete, index.completeToBlock, index.recipientsOf(alice.address)]).toEqual([false, undefined, []])
  await index.sync()
  expect(index.complete).toBe(true)
  expect(index.completeToBlock).toBeGreaterThan(0n)
  expect(index.recipientsOf(alice.address)).toEqual([
    {
      address: bob.address,
      blockNumber: expect.any(BigInt),
      transactionHash: claims[0],
      timestamp: expect.any(Date),
    },
    expect.objectContaining({ address: carol.address, transactionHash: claims[1] }),
  ])
  expect(hashes(index, bob)).toEqual([claims[2]])
  expect(hashes(index, carol)).toEqual([])
  expect(index.recipientsOf(alice.address.toLowerCase() as Hex)).toHaveLength(2)
})

test('parameter: senders', async () => {
  const index = new VerifiedRecipientIndex({ client: stage.publicClient, senders: [bob.address] })
  await index.sync()
  expect(hashes(index, bob)).toEqual([claims[2]])
  expect(() => index.recipientsOf(alice.address)).toThrow(InvalidInputError)
})

test('parameter: store, which another process goes on with', async () => {
  const kept = new Map<string, StoredEvents>()
  const store: EventStore = {
    load: async (key) => kept.get(key),
    append: async (key, { fromBlock, toBlock, events }) => {
      const known = kept.get(key)
      const all = [...(known?.events ?? []), ...events]
      kept.set(key, { events: all, fromBlock: known?.fromBlock ?? fromBlock, completeToBlock: toBlock })
    },
  }
  await new VerifiedRecipientIndex({ client: stage.publicClient, store }).sync()
  const dora = await stage.actor()
  const last = await settle(alice, dora)
  const index = new VerifiedRecipientIndex({ client: stage.publicClient, store })
  await index.sync()
  expect(hashes(index, alice)).toEqual([claims[0], claims[1], last])
  expect([...kept.keys()]).toEqual([
    `recipientverified:5042002:${stage.devnet.primary.contracts.transferContract}`.toLowerCase(),
  ])
})

test('behavior: a node that is down leaves the index incomplete, and what was known in it', async () => {
  const index = new VerifiedRecipientIndex({
    client: stage.publicClient,
    retry: { attempts: 2, delayMs: 1, maxDelayMs: 1 },
  })
  stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_getLogs', times: null }] } })
  await expect(index.sync()).rejects.toThrow(LogsIncompleteError)
  expect(index.complete).toBe(false)
  stage.devnet.faults.clear()
  await index.sync()
  expect(hashes(index, bob)).toEqual([claims[2]])
  stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_blockNumber', times: null }] } })
  await expect(index.sync()).rejects.toThrow(LogsIncompleteError)
  expect([index.complete, hashes(index, bob)]).toEqual([false, [claims[2]]])
})

test('behavior: on a chain of one’s own, with contract and first block', async () => {
  const endpoint = await startLogEndpoint({ chainId: 31337, head: 10, blocks: [] })
  const contractAddress = stage.devnet.primary.contracts.transferContract
  const index = new VerifiedRecipientIndex({ client: endpoint.client, contractAddress, fromBlock: 1n })
  await index.sync()
  expect([index.complete, index.completeToBlock, index.recipientsOf(alice.address)]).toEqual([true, 10n, []])
  await expect(new VerifiedRecipientIndex({ client: endpoint.client }).sync()).rejects.toThrow(UnknownChainError)
  const { rpcUrl } = stage.devnet.primary
  const chain = { ...stage.publicClient.chain, id: 84532 } as NonNullable<typeof stage.publicClient.chain>
  const lost = createPublicClient({ chain, transport: http(rpcUrl) })
  await expect(new VerifiedRecipientIndex({ client: lost }).sync()).rejects.toThrow(WrongNetworkError)
  await endpoint.stop()
})

test('error: before any request', () => {
  const client = stage.publicClient
  expect(() => new VerifiedRecipientIndex({ client, senders: [] })).toThrow(InvalidInputError)
  expect(() => new VerifiedRecipientIndex({ client, senders: ['0x12'] })).toThrow(InvalidAddressError)
  expect(() => new VerifiedRecipientIndex({ client, contractAddress: '0x12' })).toThrow(InvalidAddressError)
  expect(() => new VerifiedRecipientIndex({ client }).recipientsOf('0x12')).toThrow(InvalidAddressError)
})
