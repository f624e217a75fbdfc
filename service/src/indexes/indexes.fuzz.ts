import { runs, seed } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventChain, rowsOf } from '../../test/eventChain.js'
import { stores } from '../../test/stores.js'
import type { Store } from '../store/Store.js'
import { createMetrics } from '../telemetry/createMetrics.js'
import type { Log } from '../telemetry/Telemetry.js'
import { BlockDirectory } from './internal/BlockDirectory.js'
import { Scan, type ScanTiming } from './internal/Scan.js'
import { announcementSource } from './internal/sources.js'

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
const metrics = createMetrics({ version: '0.2.0', commit: 'test' })

const timing: ScanTiming = {
  pollMs: 1,
  standbyMs: 1,
  leaseMs: 15_000,
  maxPauseMs: 2,
  staleHeadMs: 15_000,
  requestTimeoutMs: 5_000,
  retry: { attempts: 1, delayMs: 1, maxDelayMs: 1 },
  rereadBlocks: 64,
  anchorBlocks: 8,
}

const { open } = stores('sqlite')

/** What happens to the chain, its endpoints and the process between two checks. */
type Event =
  | { do: 'mine'; counts: number[] }
  | { do: 'reorg'; depth: number; counts: number[] }
  | { do: 'lag' | 'leave out'; blocks: number }
  | { do: 'shuffle' | 'restart' }

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ do: fc.constant('mine' as const), counts: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 80 }) }),
  fc.record({
    do: fc.constant('reorg' as const),
    depth: fc.integer({ min: 1, max: 40 }),
    counts: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 60 }),
  }),
  fc.record({ do: fc.constant('shuffle' as const) }),
  fc.record({ do: fc.constant('lag' as const), blocks: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constant('leave out' as const), blocks: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constant('restart' as const) }),
)

test('any chunking, order, duplication, lag and reorganisation results in the chain’s own events', async () => {
  const lanes = await Promise.all(Array.from({ length: laneCount }, () => open()))
  await Promise.all(
    lanes.map((store, lane) =>
      fc.assert(
        fc.asyncProperty(fc.array(event, { maxLength: 6 }), fc.constantFrom(3, 10, 50), (events, logRangeBlocks) =>
          follow(store, new EventChain({ reorgDepthBlocks: 64, logRangeBlocks }), events),
        ),
        { ...runs(120 / laneCount, 1_200 / laneCount), seed: seed + lane },
      ),
    ),
  )
})

/** A run mostly waits, so several run at once. */
const laneCount = 8

async function follow(store: Store, chain: EventChain, events: readonly Event[]): Promise<void> {
  for (const table of ['announcements', 'cursors', 'blocks', 'leases'] as const)
    await store.db.deleteFrom(table).execute()
  const start = () => {
    const served = chain.served()
    const parts = { store, chain: served, source: announcementSource(served), instanceId: 'a', log: silent, metrics }
    return new Scan({ ...parts, now: Date.now, timing })
  }
  let scan = start()
  let highest = chain.head
  for (const [place, one] of events.entries()) {
    chain.faults[0] = {}
    if (one.do === 'mine') chain.mineAll(one.counts)
    if (one.do === 'reorg') chain.reorg(one.depth, one.counts)
    if (one.do === 'shuffle')
      chain.faults[0] = {
        shapeLogs: (logs) =>
          [...logs, ...logs].sort((a, b) => ((a.transactionHash ?? '') < (b.transactionHash ?? '') ? -1 : 1)),
      }
    if (one.do === 'lag') chain.faults[0] = { lagBlocks: Math.min(one.blocks, chain.blocks.length - 1) }
    if (one.do === 'leave out') chain.faults[0] = { logLagBlocks: one.blocks }
    if (one.do === 'restart') {
      await scan.stop()
      scan = start()
    }
    // The next event happens in the middle of another step of the scan.
    const next = chain.asked.length + 1 + (place % 4)
    while (chain.asked.length < next) await new Promise((resolve) => setTimeout(resolve, 1))
    highest = Math.max(highest, chain.head)
  }
  chain.faults[0] = {}
  // A reorganised chain passes its old head; until then an index cannot tell it from an endpoint that is behind.
  chain.mineAll([0, 1, ...Array.from({ length: Math.max(1, highest - chain.head) }, () => 0)])
  try {
    await expect.poll(() => rowsOf(store), { timeout: 120_000, interval: 2 }).toEqual(chain.expected)
    const kept = await store.db.selectFrom('blocks').selectAll().execute()
    expect(kept.length).toBeLessThanOrEqual(256)
  } finally {
    await scan.stop()
  }
}

test('pages cover the blocks without gaps or overlaps, for any limit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ gap: fc.integer({ min: 1, max: 5 }), count: fc.integer({ min: 1, max: 9 }) }), {
        maxLength: 60,
      }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 400 }),
      (gaps, limit, last) => {
        let block = 0
        const rows = gaps.map(({ gap, count }) => {
          block += gap
          return { block, count }
        })
        const directory = new BlockDirectory()
        directory.append(rows)
        const wanted = rows.filter((row) => row.block <= last)
        let from = 0
        let seen = 0
        for (;;) {
          const run = directory.find(from, limit, last)
          if (run === undefined) break
          const within = wanted.filter((row) => row.block >= run.start && row.block <= run.end)
          const sum = within.reduce((total, { count }) => total + count, 0)
          expect(run.count).toBe(sum)
          // Without its last block the page was below the limit.
          expect(sum - (within.at(-1)?.count ?? 0)).toBeLessThan(limit)
          seen += sum
          if (!run.isFull) break
          expect(sum).toBeGreaterThanOrEqual(limit)
          expect(run.end).toBeLessThan(last)
          from = run.end + 1
        }
        expect(seen).toBe(wanted.reduce((total, { count }) => total + count, 0))
      },
    ),
    runs(1_000),
  )
})
