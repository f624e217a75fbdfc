import {
  emitter,
  idsBetween,
  type LogEndpoint,
  type Misbehaviour,
  pingAbi,
  startLogEndpoint,
} from '@holdfast/testkit/logEndpoint'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LogsIncompleteError } from '../../errors/chain.js'
import { eventDecoder } from './eventDecoder.js'
import {
  EventIndex,
  type EventIndexOptions,
  type EventIndexSource,
  type EventStore,
  type StoredEvents,
} from './eventIndex.js'

const decode = eventDecoder(pingAbi, 'Ping')
const patience = { attempts: 2, delayMs: 1, maxDelayMs: 1 }

/** A chain that grows, and changes its mind, between readings. */
const chain = { head: 1_000, blocks: [10, 500, 500, 990] }
let endpoint: LogEndpoint
let before: ((fromBlock: number) => Misbehaviour | undefined) | undefined

beforeEach(() => grow(1_000, [10, 500, 500, 990]))
afterEach(() => endpoint.stop())

async function grow(head: number, blocks: readonly number[]) {
  await endpoint?.stop()
  before = undefined
  Object.assign(chain, { head, blocks: [...blocks] })
  endpoint = await startLogEndpoint({ ...chain, before: ({ fromBlock }) => before?.(fromBlock) })
}

type Accelerate = NonNullable<EventIndexSource<bigint>['accelerate']>

function create(
  options: EventIndexOptions & { reorgDepthBlocks?: number; fromBlock?: bigint; accelerate?: Accelerate } = {},
) {
  const { reorgDepthBlocks = 0, fromBlock = 1n, accelerate, ...reading } = options
  // The endpoint may be another one by the time it is asked.
  const client = new Proxy(endpoint.client, { get: (_, name) => Reflect.get(endpoint.client, name) })
  const source = async () => ({
    key: 'pings',
    address: emitter,
    topics: [],
    fromBlock,
    reorgDepthBlocks,
    decode: (event: Parameters<typeof decode>[0]) => decode(event)?.id,
    accelerate,
  })
  return new EventIndex(client, source, { range: 100, concurrency: 1, retry: patience, ...reading })
}

function memory(kept = new Map<string, StoredEvents>()): EventStore & { kept: Map<string, StoredEvents> } {
  return {
    kept,
    load: async (key) => structuredClone(kept.get(key)),
    async append(key, { fromBlock, toBlock, events }) {
      const known = kept.get(key)
      const older = known?.events.filter(({ blockNumber }) => blockNumber < fromBlock) ?? []
      const start = Math.min(known?.fromBlock ?? fromBlock, fromBlock)
      kept.set(key, {
        events: JSON.parse(JSON.stringify([...older, ...events])),
        fromBlock: start,
        completeToBlock: toBlock,
      })
    },
  }
}

const all = () => idsBetween(chain.blocks, 0, chain.head)

describe('reading', () => {
  test('default: everything once, then only what is new', async () => {
    const index = create()
    expect([index.complete, index.completeToBlock, index.records]).toEqual([false, undefined, []])
    await index.sync()
    expect([index.complete, index.completeToBlock]).toEqual([true, 1_000n])
    expect(index.records).toEqual(all())
    await grow(1_200, [10, 500, 500, 990, 1_100])
    await index.sync()
    expect(endpoint.requests.map(({ fromBlock }) => fromBlock)).toEqual([1_001, 1_101])
    expect([index.complete, index.completeToBlock]).toEqual([true, 1_200n])
    expect(index.records).toEqual(all())
    const { revision } = index
    await index.sync()
    expect(index.revision).toBe(revision)
  })

  test('behavior: a failure keeps what was read, and the next reading goes on there', async () => {
    before = (fromBlock) => (fromBlock > 500 ? { error: { code: -32603, message: 'down' } } : undefined)
    const index = create()
    await expect(index.sync()).rejects.toThrow(LogsIncompleteError)
    expect([index.complete, index.completeToBlock]).toEqual([false, 500n])
    expect(index.records).toEqual(idsBetween(chain.blocks, 0, 500))
    before = undefined
    endpoint.requests.length = 0
    await index.sync()
    expect(endpoint.requests[0]?.fromBlock).toBe(501)
    expect([index.complete, index.completeToBlock]).toEqual([true, 1_000n])
    expect(index.records).toEqual(all())
  })

  test('behavior: complete is what the last reading was', async () => {
    const index = create()
    await index.sync()
    await grow(1_200, chain.blocks)
    before = () => ({ error: { code: -32603, message: 'down' } })
    await expect(index.sync()).rejects.toThrow(LogsIncompleteError)
    expect([index.complete, index.completeToBlock]).toEqual([false, 1_000n])
    expect(index.records).toEqual(all())
  })

  test('behavior: a head behind what is known changes nothing; one before the first block is not an answer', async () => {
    const index = create()
    await index.sync()
    await grow(900, [10])
    await index.sync()
    expect([index.complete, index.completeToBlock, index.records.length]).toEqual([true, 1_000n, 4])
    const early = create({ fromBlock: 5_000n })
    await early.sync()
    expect([early.complete, early.completeToBlock]).toEqual([false, undefined])
  })

  test('behavior: blocks that can change are read again', async () => {
    const index = create({ reorgDepthBlocks: 20 })
    await index.sync()
    // The ping of block 990 has moved to 985, and 500 is final.
    await grow(1_005, [10, 985, 1_003])
    await index.sync()
    expect(endpoint.requests[0]?.fromBlock).toBe(981)
    expect(index.completeToBlock).toBe(1_005n)
    expect(index.records).toEqual([0n, 1n, 2n, 1n, 2n])
  })
})

describe('callers', () => {
  test('behavior: calls at the same time share one reading', async () => {
    const index = create()
    await Promise.all([index.sync(), index.sync(), index.sync()])
    expect(endpoint.requests).toHaveLength(10)
    expect(index.records).toEqual(all())
  })

  test('behavior: one gives up, the others get theirs', async () => {
    const index = create()
    const controller = new AbortController()
    const reason = new Error('enough')
    const patient = index.sync()
    const hasty = index.sync({ signal: controller.signal })
    controller.abort(reason)
    await expect(hasty).rejects.toBe(reason)
    await patient
    expect(index.records).toEqual(all())
  })

  test('behavior: the last gives up and the reading ends; a new one goes on', async () => {
    const index = create()
    const controller = new AbortController()
    const reading = index.sync({ signal: controller.signal })
    before = () => {
      controller.abort()
      return undefined
    }
    await expect(reading).rejects.toThrow('aborted')
    before = undefined
    await index.sync()
    expect(endpoint.requests.length).toBeLessThanOrEqual(12)
    expect([index.complete, index.records]).toEqual([true, all()])
    await expect(index.sync({ signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  })
})

describe('stores', () => {
  test('behavior: another process goes on where the first ended', async () => {
    const store = memory()
    before = (fromBlock) => (fromBlock > 500 ? { error: { code: -32603, message: 'down' } } : undefined)
    await expect(create({ store }).sync()).rejects.toThrow(LogsIncompleteError)
    before = undefined
    endpoint.requests.length = 0
    const index = create({ store })
    await index.sync()
    expect(endpoint.requests[0]?.fromBlock).toBe(501)
    expect(index.records).toEqual(all())
    const last = create({ store })
    await last.sync()
    expect(endpoint.requests).toHaveLength(5)
    expect([last.complete, last.records]).toEqual([true, all()])
  })

  test.each([
    ['is no such thing', 'events'],
    ['begins too late', { events: [], fromBlock: 400, completeToBlock: 1_000 }],
    ['holds an event beyond its end', (kept: StoredEvents) => ({ ...kept, completeToBlock: 600 })],
    ['holds an event twice', (kept: StoredEvents) => ({ ...kept, events: [...kept.events, ...kept.events] })],
    ['holds nonsense', (kept: StoredEvents) => ({ ...kept, events: [{ ...kept.events[0], topics: ['x'] }] })],
    ['holds nothing', (kept: StoredEvents) => ({ ...kept, events: [null] })],
  ])('behavior: what %s is read from the chain again', async (_, broken) => {
    const store = memory()
    await create({ store }).sync()
    const kept = store.kept.get('pings') as StoredEvents
    store.kept.set('pings', (typeof broken === 'function' ? broken(kept) : broken) as StoredEvents)
    endpoint.requests.length = 0
    const index = create({ store })
    await index.sync()
    expect(endpoint.requests[0]?.fromBlock).toBe(1)
    expect(index.records).toEqual(all())
  })

  test('behavior: a store that fails costs time, not completeness, and gets no hole', async () => {
    const { load, append, kept } = memory()
    let appends = 0
    const full: EventStore = {
      load,
      append: async (key, page) => {
        if (++appends > 3) throw new Error('quota')
        await append(key, page)
      },
    }
    const index = create({ store: full })
    await index.sync()
    expect([index.complete, index.records, appends]).toEqual([true, all(), 4])
    expect(kept.get('pings')?.completeToBlock).toBe(300)
    const unreadable = create({ store: { load: () => Promise.reject(new Error('locked')), append } })
    await unreadable.sync()
    expect(unreadable.records).toEqual(all())
  })
})

describe('another place that has the events', () => {
  /** What the chain has, as such a place would hand it out. */
  async function page(fromBlock: bigint, toBlock: number) {
    const store = memory()
    await create({ store, fromBlock }).sync()
    const kept = store.kept.get('pings') as StoredEvents
    endpoint.requests.length = 0
    const events = kept.events.filter(({ blockNumber }) => blockNumber <= toBlock)
    return { fromBlock: Number(fromBlock), toBlock, events }
  }

  test('behavior: is asked once, and logs go on where it ends', async () => {
    const known = await page(1n, 700)
    const asked: bigint[] = []
    const store = memory()
    const index = create({
      store,
      accelerate: async (fromBlock) => {
        asked.push(fromBlock)
        return known
      },
    })
    await index.sync()
    expect(endpoint.requests.map(({ fromBlock }) => fromBlock)).toEqual([701, 801, 901])
    expect([index.complete, index.completeToBlock, index.records, asked]).toEqual([true, 1_000n, all(), [1n]])
    await grow(1_200, chain.blocks)
    await index.sync()
    expect(asked).toEqual([1n])
    const later = create({ store, accelerate: async (fromBlock) => void asked.push(fromBlock) as undefined })
    await later.sync()
    expect([later.records, asked]).toEqual([all(), [1n, 1_201n]])
  })

  test('behavior: claims about blocks that are not there yet do not count', async () => {
    const known = await page(1n, 1_000)
    await grow(900, chain.blocks.slice(0, 3))
    const index = create({ accelerate: async () => ({ ...known, toBlock: 10_000_000 }) })
    await index.sync()
    expect([index.complete, index.completeToBlock, index.records]).toEqual([
      true,
      900n,
      idsBetween(chain.blocks, 0, 900),
    ])
    await grow(1_000, [10, 500, 500, 990])
    await index.sync()
    expect([index.completeToBlock, index.records]).toEqual([1_000n, all()])
  })

  test.each([
    ['has nothing', async () => undefined],
    ['fails', () => Promise.reject(new Error('down'))],
    ['begins too late', async () => ({ ...(await page(1n, 700)), fromBlock: 2 })],
    [
      'holds an event twice',
      async () => {
        const known = await page(1n, 700)
        return { ...known, events: [...known.events, ...known.events] }
      },
    ],
    ['ends before it begins', async () => ({ fromBlock: 1, toBlock: 0, events: [] })],
  ] satisfies [string, Accelerate][])('behavior: where it %s the logs are read', async (_, accelerate) => {
    const index = create({ accelerate })
    await index.sync()
    expect(endpoint.requests.map(({ fromBlock }) => fromBlock)).toHaveLength(10)
    expect([index.complete, index.records]).toEqual([true, all()])
  })

  test('behavior: a caller that gives up does not wait for it', async () => {
    const controller = new AbortController()
    const index = create({
      accelerate: (_, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          controller.abort()
        }),
    })
    await expect(index.sync({ signal: controller.signal })).rejects.toThrow('aborted')
    expect([index.complete, endpoint.requests.length]).toEqual([false, 0])
  })
})
