import { decodeAnnouncementPage } from '@holdfast/sdk/wire'
import type { Address } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { EventChain, rowsOf } from '../../test/eventChain.js'
import { describeStores } from '../../test/stores.js'
import type { Store } from '../store/Store.js'
import { createMetrics } from '../telemetry/createMetrics.js'
import type { Log } from '../telemetry/Telemetry.js'
import { createIndexes, type Indexes } from './createIndexes.js'

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
const opened: Indexes[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((indexes) => indexes.stop()))
})

const timing = {
  pollMs: 10,
  standbyMs: 10,
  maxPauseMs: 20,
  retry: { attempts: 2, delayMs: 1, maxDelayMs: 2 },
} as const

async function open(
  store: Store,
  chain: EventChain,
  changes: Partial<createIndexes.Parts> = {},
  options: createIndexes.Options = {},
) {
  const metrics = createMetrics({ version: '0.2.0', commit: 'test' })
  const chains = new Map([[chain.id, chain.served()]])
  const indexes = await createIndexes(
    { store, chains, config: { instanceId: 'test' }, log: silent, metrics, now: Date.now, ...changes },
    { ...options, timing: { ...timing, ...options.timing } },
  )
  opened.push(indexes)
  const index = indexes.announcements(chain.id)
  const until = (isSo: () => boolean) => expect.poll(isSo, { interval: 5 }).toBe(true)
  return {
    indexes,
    index,
    metrics,
    until,
    /** Resolves when it has read the current head. */
    catchUp: () => until(() => index.status().complete && index.status().completeToBlock >= chain.head),
    settled: async () => {
      await expect.poll(() => rowsOf(store), { interval: 10 }).toEqual(chain.expected)
    },
  }
}

/** Reads as a client does: page by page, each through the strict decoder. */
async function readAll({ index }: Awaited<ReturnType<typeof open>>, chain: EventChain, limit = 1000) {
  const pages = []
  const found: string[] = []
  for (let next: bigint | null = 0n; next !== null; ) {
    const document = await index.page(Number(next), limit)
    const text = Buffer.from(await document.bytes('identity')).toString()
    const page = decodeAnnouncementPage(JSON.parse(text), { chainId: chain.id, fromBlock: next })
    pages.push({ etag: document.etag, size: page.announcements.length, ...page })
    found.push(...page.announcements.map((one) => [one.blockNumber, one.logIndex, one.transactionHash].join(':')))
    next = page.nextBlock
  }
  return { pages, found }
}

describeStores('indexes', ({ open: openStore }) => {
  test('default: reads to the head, then new blocks', async () => {
    const chain = new EventChain()
    chain.mineAll(Array.from({ length: 230 }, (_, index) => index % 3))
    const stage = await open(await openStore(), chain)
    await stage.catchUp()
    expect((await readAll(stage, chain)).found).toEqual(chain.expected)
    chain.mineAll([2, 0, 1])
    await stage.catchUp()
    // The last page is at most half a second old.
    await expect.poll(async () => (await readAll(stage, chain)).found).toEqual(chain.expected)
  })

  test('behavior: continues where it ended, in another process', async () => {
    const chain = new EventChain()
    chain.mineAll(Array.from({ length: 400 }, () => 1))
    const store = await openStore()
    const first = await open(store, chain)
    await first.catchUp()
    await first.indexes.stop()
    chain.mineAll([1, 1])
    chain.asked.length = 0
    const second = await open(store, chain)
    // Stored rows are served before anything is read.
    expect(second.index.status().completeToBlock).toBeGreaterThanOrEqual(499)
    await second.settled()
    expect(chain.asked.filter(({ method }) => method === 'eth_getLogs').length).toBeLessThan(30)
    expect((await readAll(second, chain)).found.length).toBeGreaterThanOrEqual(400)
  })

  test('behavior: follows a reorganisation, and counts it', async () => {
    const chain = new EventChain({ reorgDepthBlocks: 8 })
    chain.mineAll(Array.from({ length: 100 }, () => 1))
    const store = await openStore()
    const stage = await open(store, chain)
    await stage.catchUp()
    chain.reorg(5, [0, 3, 0, 0, 2, 1])
    await stage.settled()
    chain.reorg(70, [2, 2])
    await stage.settled()
    chain.mineAll(Array.from({ length: 80 }, () => 1))
    await stage.settled()
    await stage.catchUp()
    expect(await stage.metrics.registry.metrics()).toMatch(/index_reorgs_total\{chain="5042002"\} [2-9]/)
    // A page contains only what can no longer disappear.
    const { pages, found } = await readAll(stage, chain)
    expect(pages.at(-1)?.completeToBlock).toBe(BigInt(chain.head - 8))
    expect(found).toEqual(chain.expected.filter((row) => Number(row.split(':')[0]) <= chain.head - 8))
  })

  test('behavior: logs that a lagging backend leaves out are found later', async () => {
    const chain = new EventChain()
    chain.mineAll(Array.from({ length: 60 }, () => 1))
    const store = await openStore()
    const stage = await open(store, chain)
    await stage.settled()
    chain.faults[0] = { logLagBlocks: 12 }
    chain.mineAll(Array.from({ length: 10 }, () => 1))
    await stage.catchUp()
    expect(await rowsOf(store)).toHaveLength(60)
    delete chain.faults[0].logLagBlocks
    await stage.settled()
    // The index learns of its rows a moment after the store has them.
    await expect.poll(async () => (await readAll(stage, chain)).found).toEqual(chain.expected)
    // A known row is not dropped because an answer leaves it out.
    chain.faults[0] = { shapeLogs: () => [] }
    chain.mineAll([0, 0])
    await stage.catchUp()
    expect(await rowsOf(store)).toEqual(chain.expected)
  })

  test('behavior: an endpoint behind the cursor is skipped; if all are behind, the index is incomplete', async () => {
    const chain = new EventChain({ endpoints: 2 })
    chain.mineAll(Array.from({ length: 60 }, () => 1))
    const clock = { shift: 0 }
    const stage = await open(await openStore(), chain, { now: () => Date.now() + clock.shift })
    await stage.catchUp()
    chain.faults[0] = { lagBlocks: 40 }
    chain.mineAll([1, 1, 1])
    await stage.settled()
    chain.faults[1] = { isDown: true }
    clock.shift = 61_000
    await stage.until(() => !stage.index.status().complete)
    await expect.poll(async () => JSON.parse(await lastPage(stage, chain)).complete).toBe(false)
  })

  test('behavior: an endpoint whose head has stopped at the cursor is skipped', async () => {
    const chain = new EventChain({ endpoints: 2 })
    chain.mineAll(Array.from({ length: 10 }, () => 1))
    // By this clock the head of no endpoint is recent.
    const stage = await open(await openStore(), chain, { now: () => Date.now() + 40_000 })
    await stage.settled()
    chain.faults[0] = { lagBlocks: 3 }
    chain.mineAll([1, 2, 1])
    await stage.settled()
    await stage.catchUp()
  })

  test('regression: a head that never existed is rolled back', async () => {
    const chain = new EventChain()
    const store = await openStore()
    chain.mineAll([1, 0, 2])
    const { index, until, catchUp, settled } = await open(store, chain)
    await catchUp()
    chain.faults[0] = { aheadBlocks: 2_000 }
    await until(() => index.status().completeToBlock > chain.head)
    chain.faults[0] = {}
    chain.mineAll([3, 1])
    await until(() => index.status().complete && index.status().completeToBlock === chain.head)
    await settled()
  })

  test('behavior: a head that does not move is incomplete, although every round succeeds', async () => {
    const chain = new EventChain()
    chain.mine(1)
    const stage = await open(await openStore(), chain)
    await stage.catchUp()
    chain.faults[0] = { timeShiftMs: -70_000 }
    await stage.until(() => !stage.index.status().complete)
  })

  test('error: a start above the head is an error, not an empty list', async () => {
    const chain = new EventChain()
    const served = chain.served()
    const deployBlocks = { transfer: 9_999n, spendPolicyFactory: 9_999n, stealthAnnouncer: 9_999n }
    const deployment = { ...served.deployment, deployBlocks }
    const warned: unknown[] = []
    const log: Log = { ...silent, warn: (_, fields) => warned.push(fields?.error) }
    const stage = await open(await openStore(), chain, {
      chains: new Map([[chain.id, { ...served, deployment }]]),
      log,
    })
    await stage.until(() => warned.includes('StartBlockError'))
    expect(stage.index.status()).toMatchObject({ complete: false, completeToBlock: 9_998 })
  })

  test('behavior: of two instances one reads and both serve; when it ends the other continues', async () => {
    const chain = new EventChain()
    chain.mineAll([1, 2, 3])
    const store = await openStore()
    const one = await open(store, chain)
    const holders = async () => {
      const leases = await store.db.selectFrom('leases').selectAll().execute()
      return leases.map(({ holder }) => holder.split(':')[0])
    }
    await one.catchUp()
    // It reads two kinds of events, and either may be ahead.
    await expect.poll(holders).toEqual(['test', 'test'])
    const two = await open(store, chain, { config: { instanceId: 'other' } })
    chain.mineAll([4])
    await two.catchUp()
    await expect.poll(async () => (await readAll(two, chain)).found).toEqual(chain.expected)
    expect(await holders()).toEqual(['test', 'test'])
    await one.indexes.stop()
    chain.mineAll([1])
    await two.catchUp()
    expect(await rowsOf(store)).toEqual(chain.expected)
  })

  test('behavior: equal content in two logs counts twice, one log returned twice counts once; long metadata is cut and flagged', async () => {
    const chain = new EventChain()
    chain.faults[0] = { shapeLogs: (logs) => [...logs].reverse().flatMap((log) => [log, log]) }
    const stealthAddress: Address = `0x${'ab'.repeat(20)}`
    chain.mine(2, { stealthAddress, metadata: '0x1f', key: `0x02${'11'.repeat(32)}` })
    chain.mine(1, { metadata: `0x${'ff'.repeat(1025)}` })
    chain.mine(1, { metadata: `0x${'ee'.repeat(1024)}` })
    chain.mine(1, { key: '0x02' })
    const store = await openStore()
    const stage = await open(store, chain)
    await stage.catchUp()
    const rows = await store.db.selectFrom('announcements').selectAll().orderBy('block_number').execute()
    expect(rows.map(({ cut, metadata }) => [cut, metadata.length])).toEqual([
      [0, 4],
      [0, 4],
      [1, 2050],
      [0, 2050],
    ])
    expect(await stage.index.announcedSince(stealthAddress)).toEqual(expect.any(BigInt))
    expect(await stage.index.announcedSince(`0x${'cd'.repeat(20)}`)).toBeUndefined()
  })
})

async function lastPage({ index }: Awaited<ReturnType<typeof open>>, chain: EventChain): Promise<string> {
  return Buffer.from(await (await index.page(chain.head, 1000)).bytes('identity')).toString()
}

describeStores('pages', ({ open: openStore }) => {
  test('behavior: 3,000 in one block at limit 1,000 are all read once', async () => {
    const chain = new EventChain()
    chain.mineAll([1, 3_000, 1])
    const stage = await open(await openStore(), chain)
    await stage.catchUp()
    const { pages, found } = await readAll(stage, chain)
    expect(found).toEqual(chain.expected)
    expect(pages.map(({ size }) => size)).toEqual([3_001, 1])
  })

  test('behavior: a page ends with the block in which the limit is reached, and is then final', async () => {
    const chain = new EventChain()
    chain.mineAll([2, 0, 2, 1, 0, 4, 1])
    const stage = await open(await openStore(), chain)
    await stage.catchUp()
    const before = await readAll(stage, chain, 3)
    expect(before.pages.map(({ size, nextBlock, completeToBlock }) => [size, nextBlock, completeToBlock])).toEqual([
      [4, 104n, 103n],
      [5, 107n, 106n],
      [1, null, 107n],
    ])
    chain.mineAll([0, 2, 1])
    await stage.catchUp()
    await expect.poll(async () => (await readAll(stage, chain, 3)).found.length).toBe(13)
    const after = await readAll(stage, chain, 3)
    expect(after.pages.slice(0, 2)).toEqual(before.pages.slice(0, 2))
    expect(after.pages[2]?.etag).not.toBe(before.pages[2]?.etag)
    // A page that reaches the head with its last announcement is not final yet.
    expect(after.pages.map(({ nextBlock }) => nextBlock)).toEqual([104n, 107n, 110n, null])
  })

  test('behavior: the page is the same for every start block up to its first announcement', async () => {
    const chain = new EventChain()
    chain.mineAll([0, 0, 0, 1, 0, 0])
    const stage = await open(await openStore(), chain)
    await stage.catchUp()
    const asked = await Promise.all([0, 50, 101, 103, 104].map((block) => stage.index.page(block, 1000)))
    expect(new Set(asked).size).toBe(1)
    expect(
      JSON.parse(Buffer.from(await (await stage.index.page(9_000, 5)).bytes('identity')).toString()),
    ).toMatchObject({
      announcements: [],
      nextBlock: null,
    })
  })

  test('behavior: the cache is bounded', async () => {
    const chain = new EventChain()
    chain.mineAll(Array.from({ length: 60 }, () => 20))
    const stage = await open(await openStore(), chain, {}, { cacheBytes: 100_000 })
    await stage.catchUp()
    for (let limit = 1; limit < 200; limit += 2) {
      const page = await stage.index.page(100 + (limit % 50), limit)
      await Promise.all([page.bytes('br'), page.bytes('gzip')])
    }
    expect(stage.index.cachedBytes).toBeLessThan(100_000 + 2_000_000)
  })
})
