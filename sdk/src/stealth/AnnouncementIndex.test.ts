import { type AnnouncementService, startAnnouncementService } from '@holdfast/testkit/announcementService'
import { type CountingProxy, startCountingProxy } from '@holdfast/testkit/countingProxy'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type StealthScene, stealthScene } from '@holdfast/testkit/stealthScene'
import { createPublicClient, custom, getAddress, type Hex, http, numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clearExplorerState } from '../chain/explorerApi/explorerState.js'
import type { EventStore, StoredEvents } from '../chain/logs/eventIndex.js'
import { overrideDeployment } from '../chain/registry.js'
import { primaryChain } from '../chain/viemChain.js'
import { LogsIncompleteError, UnknownChainError } from '../errors/chain.js'
import { InvalidAddressError } from '../errors/input.js'
import { type AnnouncementPage, encodeAnnouncementPage } from '../wire/announcementPage.js'
import { AnnouncementIndex, type AnnouncementIndexOptions } from './AnnouncementIndex.js'
import { announceArgsFor } from './announceArgsFor.js'
import { encodeAnnouncement } from './internal/announcementLog.js'
import { newStealthOwner } from './newStealthOwner.js'
import type { IndexedAnnouncement } from './types.js'

let stage: TestStage
let scene: StealthScene
let payer: Actor
let proxy: CountingProxy
let restore: () => void
let all: readonly IndexedAnnouncement[]

beforeAll(async () => {
  stage = await setTestStage()
  scene = stealthScene(stage)
  const block = stage.devnet.primary.latestBlock
  restore = overrideDeployment(stage.devnet.primary.chainId, { deployBlocks: { stealthAnnouncer: block } })
  proxy = await startCountingProxy(new URL(stage.devnet.primary.rpcUrl).origin, 0)
  payer = await stage.actor()
  for (let count = 0; count < 7; count++) await announceOne()
  const index = await synced()
  all = index.announcements()
})
afterEach(() => {
  stage.devnet.faults.clear()
  clearExplorerState()
  proxy.reset()
})
afterAll(async () => {
  restore()
  await proxy.stop()
  await stage.stop()
})

async function announceOne() {
  const owner = newStealthOwner(await scene.keys())
  return scene.announce(payer, announceArgsFor(owner, payer.address, 'rent'))
}

/** A client whose requests are counted. */
const client = () =>
  createPublicClient({
    chain: primaryChain,
    transport: http(`${proxy.url}${new URL(stage.devnet.primary.rpcUrl).pathname}`, { retryCount: 0 }),
  })

async function synced(options: Partial<AnnouncementIndexOptions> = {}) {
  const index = new AnnouncementIndex({ client: client(), ...options })
  await index.sync()
  return index
}

const logReads = () => proxy.requests.filter(({ name }) => name === 'eth_getLogs').length

test('default: all of them, in chain order, of scheme 1 only', async () => {
  const last = all.at(-1) as IndexedAnnouncement
  await scene.announce(payer, [2n, last.stealthAddress, last.ephemeralPubKey, last.metadata])
  const index = new AnnouncementIndex({ client: client() })
  expect([index.announcer, index.complete, index.completeToBlock, index.announcements()]).toEqual([
    undefined,
    false,
    undefined,
    [],
  ])
  await index.sync()
  expect([index.announcer, index.complete]).toEqual([scene.announcer, true])
  expect(index.announcements()).toEqual(all)
  expect(all).toHaveLength(7)
  const blocks = all.map(({ blockNumber }) => blockNumber)
  expect(blocks).toEqual(blocks.toSorted((a, b) => Number(a - b)))
})

test('parameter: fromBlock of a list', async () => {
  const index = await synced()
  const blocks = all.map(({ blockNumber }) => blockNumber)
  for (const fromBlock of [0n, blocks[0], (blocks[0] ?? 0n) + 1n, blocks[3], blocks[6], (blocks[6] ?? 0n) + 1n])
    expect(index.announcements({ fromBlock })).toEqual(
      all.filter(({ blockNumber }) => blockNumber >= (fromBlock ?? 0n)),
    )
  expect(index.announcements()).toBe(index.announcements())
})

test('parameter: fromBlock and announcer of an index', async () => {
  const fromBlock = all[5]?.blockNumber
  expect((await synced({ fromBlock })).announcements()).toEqual(all.slice(5))
  expect((await synced({ announcer: payer.address })).announcements()).toEqual([])
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
  await synced({ store })
  expect([...kept.keys()]).toEqual([`announcement:5042002:${scene.announcer}`.toLowerCase()])
  const { logs } = await announceOne()
  const index = await synced({ store })
  expect(index.announcements().slice(0, -1)).toEqual(all)
  expect(index.announcements().at(-1)?.transactionHash).toBe(logs[0]?.transactionHash)
  all = index.announcements()
})

test('behavior: a failing node leaves the index incomplete, and what was known in it', async () => {
  const index = await synced({ retry: { attempts: 2, delayMs: 1, maxDelayMs: 1 } })
  stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_blockNumber', times: null }] } })
  await expect(index.sync()).rejects.toThrow(LogsIncompleteError)
  expect([index.complete, index.announcements()]).toEqual([false, all])
})

describe('a chain that says anything', () => {
  const announcer = '0x00000000000000000000000000000000000A11cE'
  const good = (blockNumber: number, logIndex = 0) =>
    encodeAnnouncement(
      {
        stealthAddress: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
        ephemeralPubKey: `0x02${'ab'.repeat(32)}`,
        metadata: `0x1f${'cd'.repeat(20)}`,
        caller: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
        blockNumber: BigInt(blockNumber),
        logIndex,
        transactionHash: `0x${'00'.repeat(32)}`,
      },
      announcer,
    )
  const words = (...values: string[]): Hex => `0x${values.map((value) => value.padStart(64, '0')).join('')}`
  type Log = ReturnType<typeof good>

  function chainOf(chainId: number, state: { head: number; logs: readonly Log[] }) {
    const asked: number[] = []
    const request = async ({ method, params }: { method: string; params?: [{ fromBlock: Hex; toBlock: Hex }] }) => {
      if (method === 'eth_chainId') return numberToHex(chainId)
      if (method === 'eth_blockNumber') return numberToHex(state.head)
      const [from, to] = [Number(params?.[0].fromBlock), Number(params?.[0].toBlock)]
      asked.push(from)
      return state.logs
        .filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to)
        .map((log) => ({ ...log, blockNumber: numberToHex(log.blockNumber), logIndex: numberToHex(log.logIndex) }))
    }
    return { asked, client: createPublicClient({ transport: custom({ request }) }) }
  }

  test.each([
    ['another emitter', { address: '0x00000000000000000000000000000000000000b0' }],
    ['another event', { topics: [`0x${'11'.repeat(32)}`, ...good(1).topics.slice(1)] }],
    ['another scheme', { topics: [good(1).topics[0], words('2'), ...good(1).topics.slice(2)] }],
    ['no topics', { topics: [] }],
    ['topics missing', { topics: good(1).topics.slice(0, 3) }],
    ['a dirty address', { topics: [...good(1).topics.slice(0, 3), `0x${'ff'.repeat(32)}`] }],
    ['no data', { data: '0x' }],
    ['data cut off', { data: good(1).data.slice(0, -64) }],
    ['data that is not hex', { data: good(1).data.replaceAll('ab', 'zz') }],
    ['an offset out of this world', { data: words('f'.repeat(64), '80') }],
    ['an offset behind the end', { data: words('ffffff', '80') }],
    ['a length out of this world', { data: words('40', '80', 'f'.repeat(64), '0', '0') }],
    ['a length behind the end', { data: words('40', '80', '21', '0', 'ffffffff') }],
    ['a key of 32 bytes', { data: words('40', '80', '20', 'ab', '15', 'cd') }],
    ['no metadata', { data: words('40', 'a0', '21', '02', '00', '0') }],
    ['metadata of two kilobytes', { data: `${words('40', 'a0', '21', '02', '00', '800')}${'00'.repeat(2_048)}` }],
  ])('behavior: %s hides nothing else', async (_, wrong) => {
    const hostile = { ...good(5, 1), ...wrong } as Log
    const { client } = chainOf(31337, { head: 10, logs: [good(5, 0), hostile, good(5, 2), good(6)] })
    const index = await synced({ client, announcer, fromBlock: 1n })
    expect(index.complete).toBe(true)
    expect(index.announcements().map(({ blockNumber, logIndex }) => [blockNumber, logIndex])).toEqual([
      [5n, 0],
      [5n, 2],
      [6n, 0],
    ])
  })

  test('behavior: blocks that can change are read again', async () => {
    const state = { head: 2_000_000, logs: [good(1_999_000), good(1_999_995), good(1_999_999)] }
    const { client, asked } = chainOf(84532, state)
    const index = await synced({ client, announcer, fromBlock: 1_999_000n })
    expect(index.announcements()).toHaveLength(3)
    Object.assign(state, { head: 2_000_002, logs: [good(1_999_000), good(1_999_998), good(2_000_001)] })
    await index.sync()
    expect(asked.at(-1)).toBeLessThan(1_999_995)
    expect(index.announcements().map(({ blockNumber }) => blockNumber)).toEqual([1_999_000n, 1_999_998n, 2_000_001n])
  })

  test('error: an unknown chain without announcer or first block', async () => {
    const { client } = chainOf(31337, { head: 10, logs: [] })
    await expect(synced({ client, announcer })).rejects.toThrow(UnknownChainError)
    await expect(synced({ client, fromBlock: 1n })).rejects.toThrow(UnknownChainError)
    expect(() => new AnnouncementIndex({ client, announcer: '0x12' })).toThrow(InvalidAddressError)
  })
})

describe('a service', () => {
  let service: AnnouncementService
  let completeToBlock: bigint

  beforeAll(async () => {
    const known = () => ({ announcements: all, completeToBlock })
    completeToBlock = stage.devnet.primary.latestBlock
    service = await startAnnouncementService(stage.devnet.primary.chainId, known, 2)
  })
  afterEach(() => {
    service.spoil(undefined)
    service.requests.length = 0
  })
  afterAll(() => service.stop())

  test('behavior: hands out the first stretch; logs are read from where it ends', async () => {
    const fromBlock = all[0]?.blockNumber
    const index = await synced({ fromBlock, source: service.source, range: 5 })
    expect(index.announcements()).toEqual(all)
    expect(service.requests.length).toBeGreaterThan(2)
    expect(logReads()).toBeLessThan(Number((index.completeToBlock ?? 0n) - completeToBlock) / 5 + 2)
    await announceOne()
    service.requests.length = 0
    await index.sync()
    expect(index.announcements()).toHaveLength(all.length + 1)
    expect(service.requests).toEqual([])
    all = index.announcements()
    completeToBlock = index.completeToBlock ?? 0n
  })

  test('behavior: is believed the same with a store, which wants logs, and without one', async () => {
    const [good] = all
    if (!good) throw new Error('There is no announcement.')
    const { blockNumber } = good
    const changes: Partial<IndexedAnnouncement>[] = [
      {},
      { ephemeralPubKey: `0x${'02'.repeat(32)}` },
      { ephemeralPubKey: '0x' },
      { metadata: '0x' },
      { metadata: `0x${'ab'.repeat(1_024)}` },
      { metadata: `0x${'ab'.repeat(1_025)}` },
    ]
    const page = encodeAnnouncementPage({
      chainId: stage.devnet.primary.chainId,
      announcements: changes.map((change, logIndex) => ({ ...good, ...change, logIndex })),
      nextBlock: null,
      completeToBlock: blockNumber,
      complete: true,
    })
    // A service may write more than it must, and addresses in any case.
    const [one, ...others] = page.announcements
    const told = { ...page, announcements: [{ ...one, caller: getAddress(good.caller), more: 1 }, ...others] }
    const source = async function* () {
      yield told as AnnouncementPage
    }
    const store: EventStore = { load: async () => undefined, append: async () => {} }
    const plain = await synced({ fromBlock: blockNumber, source })
    const kept = await synced({ fromBlock: blockNumber, source, store })
    expect(plain.announcements()).toEqual(kept.announcements())
    const seen = plain.announcements().filter((known) => known.blockNumber === blockNumber)
    expect(seen.map(({ logIndex }) => logIndex)).toEqual([0, 4])
    expect(Object.keys(seen[0] ?? {})).toEqual(Object.keys(good))
  })

  const first = (page: AnnouncementPage, change: object) => ({
    ...page,
    announcements: page.announcements.map((one, index) => (index === 0 ? { ...one, ...change } : one)),
  })
  const wrongs: Record<string, ((page: AnnouncementPage) => unknown) | null> = {
    'is not complete': (page) => ({ ...page, complete: false }),
    'is not complete in the end': (page) => ({ ...page, complete: page.nextBlock !== null }),
    'answers with HTTP 500': null,
    'answers nothing': () => null,
    'answers a list': (page) => page.announcements,
    'is of another chain': (page) => ({ ...page, chainId: 84532 }),
    'writes the chain as text': (page) => ({ ...page, chainId: `${page.chainId}` }),
    'writes blocks as numbers': (page) => ({ ...page, completeToBlock: Number(page.completeToBlock) }),
    'writes blocks in hexadecimal': (page) => first(page, { blockNumber: '0x10' }),
    'writes blocks with a sign': (page) => first(page, { blockNumber: `+${page.announcements[0]?.blockNumber}` }),
    'leaves out complete': ({ complete, ...page }) => page,
    'leaves out nextBlock': ({ nextBlock, ...page }) => page,
    'stays where it is': (page) => ({ ...page, nextBlock: `${all[0]?.blockNumber}` }),
    'goes back': (page) => ({ ...page, nextBlock: '1', completeToBlock: '0' }),
    'leaves a hole between pages': (page) =>
      page.nextBlock === null ? page : { ...page, nextBlock: `${BigInt(page.nextBlock) + 1n}` },
    'repeats an announcement': (page) => ({ ...page, announcements: [...page.announcements, ...page.announcements] }),
    'is out of order': (page) => ({ ...page, announcements: [...page.announcements].reverse() }),
    'goes beyond its end': (page) => ({ ...page, completeToBlock: `${BigInt(page.completeToBlock) - 1n}` }),
    'writes an address wrong': (page) => first(page, { stealthAddress: '0x12' }),
    'writes half a byte': (page) => first(page, { metadata: '0x123' }),
    'writes a hash wrong': (page) => first(page, { transactionHash: '0x12' }),
    'numbers a log with a fraction': (page) => first(page, { logIndex: 0.5 }),
    'holds an invalid announcement': (page) => ({ ...page, announcements: [null] }),
  }
  test.each(Object.entries(wrongs))('behavior: one that %s is passed over', async (_, wrong) => {
    service.spoil(wrong)
    const index = await synced({ fromBlock: all[0]?.blockNumber, source: service.source })
    expect([index.complete, index.announcements()]).toEqual([true, all])
    expect(service.requests.length).toBeGreaterThan(0)
  })

  test('behavior: one that ends before its last page is passed over', async () => {
    const index = await synced({
      async *source(fromBlock, options) {
        for await (const page of service.source(fromBlock, options)) {
          yield page
          return
        }
      },
    })
    expect([index.complete, index.announcements()]).toEqual([true, all])
  })

  test('behavior: one that claims the future does not hide it', async () => {
    service.spoil((page) => (page.nextBlock === null ? { ...page, completeToBlock: '999999999999' } : page))
    const index = await synced({ source: service.source })
    await announceOne()
    await index.sync()
    expect(index.announcements()).toHaveLength(all.length + 1)
    all = index.announcements()
  })

  test('behavior: one that hangs is left when the caller gives up', async () => {
    const controller = new AbortController()
    const index = new AnnouncementIndex({
      client: client(),
      async *source(_, { signal }) {
        controller.abort(new Error('enough'))
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        yield* []
      },
    })
    await expect(index.sync({ signal: controller.signal })).rejects.toThrow('enough')
    expect([index.complete, index.announcements()]).toEqual([false, []])
  })
})

describe('an explorer', () => {
  test('behavior: hands out the first stretch where it is close to the head', async () => {
    await stage.devnet.primary.mine(12)
    const head = stage.devnet.primary.latestBlock
    const index = await synced({ explorer: {}, fromBlock: all[0]?.blockNumber, range: 5 })
    expect(index.announcements()).toEqual(all)
    // Ten blocks behind its head the explorer is settled; the rest, and what has come since, is read from logs.
    expect(logReads()).toBeLessThanOrEqual(3 + Number((index.completeToBlock ?? 0n) - head) / 5)
  })

  test('behavior: one that lags or is down is passed over', async () => {
    stage.devnet.faults.set({ explorer: { lagBlocks: 200 } })
    expect((await synced({ explorer: {} })).announcements()).toEqual(all)
    clearExplorerState()
    stage.devnet.faults.set({ explorer: { rules: [{ kind: 'server-error', match: '*', times: null }] } })
    expect((await synced({ explorer: { retryDelayMs: 1 } })).announcements()).toEqual(all)
  })
})
