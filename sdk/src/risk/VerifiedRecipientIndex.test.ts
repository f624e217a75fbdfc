import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startLogEndpoint } from '@holdfast/testkit/logEndpoint'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, createPublicClient, type Hash, type Hex, http } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventStore, StoredEvents } from '../chain/logs/eventIndex.js'
import { overrideDeployment } from '../chain/registry.js'
import { LogsIncompleteError, UnknownChainError, WrongNetworkError } from '../errors/chain.js'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { createServiceClient, type ServiceClient } from '../service/createServiceClient.js'
import { claim } from '../transfer/claim.js'
import { generateClaimCode } from '../transfer/claimSecret.js'
import { defineConfig } from '../transfer/config.js'
import { registerConfig } from '../transfer/registerConfig.js'
import { sendProtectedWithAuthorization } from '../transfer/sendProtectedWithAuthorization.js'
import {
  encodeVerifiedRecipients,
  type VerifiedRecipientList,
  type VerifiedRecipientsBody,
} from '../wire/verifiedRecipients.js'
import { check } from './check.js'
import { craftLookalike } from './craftLookalike.js'
import type { SettledRecipient } from './history/SenderHistory.js'
import { VerifiedRecipientIndex, type VerifiedRecipientIndexOptions } from './VerifiedRecipientIndex.js'
import type { VerifiedRecipientSource } from './verifiedRecipientSource.js'

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
      transferId: 1n,
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
  const source: VerifiedRecipientSource = () => Promise.reject(new Error('It was asked.'))
  expect(() => new VerifiedRecipientIndex({ client, source })).toThrow(InvalidInputError)
  expect(() => new VerifiedRecipientIndex({ client, senders: ['0x12'] })).toThrow(InvalidAddressError)
  expect(() => new VerifiedRecipientIndex({ client, contractAddress: '0x12' })).toThrow(InvalidAddressError)
  expect(() => new VerifiedRecipientIndex({ client }).recipientsOf('0x12')).toThrow(InvalidAddressError)
})

describe('a service', () => {
  type Known = { completeToBlock: bigint; recipientsOf: (sender: Address) => readonly SettledRecipient[] }

  let known: Known
  let fromBlock: bigint
  let requests: string[]
  /** Changes what goes over the wire; null never answers. */
  let spoil: ((list: VerifiedRecipientList) => unknown) | null | undefined
  let service: ServiceClient
  let source: VerifiedRecipientSource
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    if (spoil === null) return
    const query = new URL(url, 'http://host').searchParams
    const sender = query.get('sender') as Address
    const list = encodeVerifiedRecipients({
      chainId: Number(query.get('chainId')),
      sender,
      complete: true,
      completeToBlock: known.completeToBlock,
      recipients: known.recipientsOf(sender).map((recipient, place) => ({ ...recipient, transferId: BigInt(place) })),
    })
    const answer = spoil ? spoil(list) : list
    response.writeHead(answer === undefined ? 500 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    service = createServiceClient({ baseUrl })
    source = service.verifiedRecipients
  })
  beforeEach(async () => {
    requests = []
    spoil = undefined
    const index = new VerifiedRecipientIndex({ client: stage.publicClient })
    await index.sync()
    known = { completeToBlock: index.completeToBlock ?? 0n, recipientsOf: (sender) => index.recipientsOf(sender) }
    fromBlock = known.recipientsOf(alice.address)[0]?.blockNumber ?? 0n
  })
  afterAll(
    () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  )

  /** An index that is up to date, and the block from which it has read all logs. */
  async function synced(options: Partial<VerifiedRecipientIndexOptions> = {}) {
    let readFrom: bigint | undefined
    const index = new VerifiedRecipientIndex({
      client: stage.publicClient,
      senders: [alice.address],
      fromBlock,
      source,
      onProgress(progress) {
        readFrom ??= progress.fromBlock
      },
      ...options,
    })
    await stage.devnet.primary.mine(1)
    await index.sync()
    expect(index.complete).toBe(true)
    return { index, readFrom }
  }
  /** The true list, changed. */
  const changed =
    (change: (body: VerifiedRecipientsBody) => VerifiedRecipientsBody): VerifiedRecipientSource =>
    async (query, options) =>
      change(await source(query, options))

  test('behavior: says where to look; logs are read from where its list ends', async () => {
    const senders = [alice.address, bob.address]
    const { index, readFrom } = await synced({ senders })
    for (const sender of senders) expect(index.recipientsOf(sender)).toEqual(known.recipientsOf(sender))
    expect(readFrom).toBe(known.completeToBlock + 1n)
    expect(requests).toHaveLength(2)
    const erin = await stage.actor()
    const last = await settle(alice, erin)
    await index.sync()
    expect(hashes(index, alice).at(-1)).toBe(last)
    expect(requests).toHaveLength(2)
  })

  test('behavior: of several lists the shortest counts', async () => {
    const senders = [alice.address, bob.address]
    const completeToBlock = fromBlock + 1n
    const { index, readFrom } = await synced({
      senders,
      source: changed((body) => {
        if (body.sender === bob.address) return body
        const recipients = body.recipients.filter(({ blockNumber }) => blockNumber <= completeToBlock)
        return { ...body, recipients, completeToBlock }
      }),
    })
    for (const sender of senders) expect(index.recipientsOf(sender)).toEqual(known.recipientsOf(sender))
    expect(readFrom).toBe(completeToBlock + 1n)
  })

  const broken: Record<string, ((list: VerifiedRecipientList) => unknown) | null> = {
    'answers with HTTP 500': () => undefined,
    'never answers': null,
    'answers a list': ({ recipients }) => recipients,
    'is of another chain': (list) => ({ ...list, chainId: 84532 }),
    'leaves out complete': ({ complete, ...list }) => list,
  }
  test.each(Object.entries(broken))('behavior: one that %s is passed over', async (_, wrong) => {
    spoil = wrong
    const { index, readFrom } = await synced({
      source: (query, options) => service.verifiedRecipients(query, { ...options, timeoutMs: 300 }),
    })
    expect(index.recipientsOf(alice.address)).toEqual(known.recipientsOf(alice.address))
    expect([readFrom, requests.length > 0]).toEqual([fromBlock, true])
  })

  type Listed = VerifiedRecipientsBody['recipients'][number]
  const first = (body: VerifiedRecipientsBody, change: Partial<Listed>) => ({
    ...body,
    recipients: body.recipients.map((one, place) => (place === 0 ? { ...one, ...change } : one)),
  })
  const impostor = craftLookalike('0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91')
  const falsehoods: Record<string, (body: VerifiedRecipientsBody) => unknown> = {
    'is not complete': (body) => ({ ...body, complete: false }),
    'says so in text': (body) => ({ ...body, complete: 'true' }),
    'answers nothing': () => undefined,
    'is of another chain': (body) => ({ ...body, chainId: 84532 }),
    'is of another sender': (body) => ({ ...body, sender: bob.address }),
    'goes beyond its end': (body) => ({ ...body, completeToBlock: fromBlock }),
    'ends before it begins': (body) => ({ ...body, recipients: [], completeToBlock: fromBlock - 1n }),
    'is out of order': (body) => ({ ...body, recipients: [...body.recipients].reverse() }),
    'repeats a recipient': (body) => ({ ...body, recipients: [...body.recipients, ...body.recipients.slice(-1)] }),
    'names another recipient': (body) => first(body, { address: impostor }),
    'names one more': (body) => ({
      ...body,
      recipients: body.recipients.flatMap((one, place) => (place === 0 ? [one, { ...one, address: impostor }] : one)),
    }),
    'names a block too late': (body) => {
      const [one, two] = body.recipients as readonly [Listed, Listed]
      return { ...body, recipients: [{ ...one, blockNumber: one.blockNumber + 1n }, two] }
    },
    'leaves out one between others': (body) => ({
      ...body,
      recipients: body.recipients.filter((_, place) => place !== 1),
    }),
  }
  test.each(Object.entries(falsehoods))('behavior: one that %s is passed over', async (_, lie) => {
    const { index, readFrom } = await synced({ source: changed((body) => lie(body) as VerifiedRecipientsBody) })
    expect(index.recipientsOf(alice.address)).toEqual(known.recipientsOf(alice.address))
    expect([readFrom, requests.length]).toEqual([fromBlock, 1])
  })

  test('behavior: one that claims the future does not hide it', async () => {
    const { index } = await synced({ source: changed((body) => ({ ...body, completeToBlock: 999_999_999_999n })) })
    const frank = await stage.actor()
    const last = await settle(alice, frank)
    await index.sync()
    expect(hashes(index, alice).at(-1)).toBe(last)
  })

  test('behavior: one that is behind a store is passed over', async () => {
    const events = new Map<string, StoredEvents>()
    const store: EventStore = {
      load: async (key) => events.get(key),
      append: async (key, { fromBlock, toBlock, events: page }) =>
        void events.set(key, { events: page, fromBlock, completeToBlock: toBlock }),
    }
    const { index: before } = await synced({ store, source: undefined })
    const { index, readFrom } = await synced({ store })
    expect(index.recipientsOf(alice.address)).toEqual(known.recipientsOf(alice.address))
    expect(readFrom).toBe((before.completeToBlock ?? 0n) + 1n)
  })

  test('behavior: one is not asked about another contract', async () => {
    const { index } = await synced({ contractAddress: stage.devnet.primary.usdc })
    expect([index.recipientsOf(alice.address), requests]).toEqual([[], []])
  })

  test('behavior: it cannot invent a payee, and does not hide whom a lookalike mimics', async () => {
    const lookalike = craftLookalike(bob.address)
    const { index } = await synced({
      source: changed((body) => ({
        ...body,
        // Paid before Bob, it would be the one that is meant.
        recipients: [
          { ...(body.recipients[0] as Listed), address: lookalike, blockNumber: fromBlock - 1n },
          ...body.recipients,
        ],
      })),
      fromBlock: fromBlock - 1n,
    })
    const options = { client: alice.publicClient, verifiedRecipients: index }
    const report = await check(alice.address, lookalike, options)
    expect(report).toMatchObject({ level: 'block', complete: true })
    expect(report.reasons[0]).toMatchObject({ code: 'LOOKALIKE_ADDRESS', lookalikeOf: bob.address })
    expect(report.reasons.map(({ code }) => code)).not.toContain('KNOWN_COUNTERPARTY')
  })

  test('behavior: where the logs cannot be read either, the recipients are missing data', async () => {
    const index = new VerifiedRecipientIndex({
      client: stage.publicClient,
      senders: [alice.address],
      fromBlock,
      source,
      retry: { attempts: 1 },
    })
    stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_getLogs', times: null }] } })
    await expect(index.sync()).rejects.toThrow(LogsIncompleteError)
    stage.devnet.faults.clear()
    expect([requests.length, index.complete]).toEqual([1, false])
    const options = { client: alice.publicClient, verifiedRecipients: index }
    const report = await check(alice.address, bob.address, options)
    expect(report.complete).toBe(false)
    expect(report.level).not.toBe('safe')
  })
})
