import { networkBlocks } from '../../config/networkBlocks.js'

/**
 * Counts requests by network and class in a sliding window of a minute: the count of this minute, plus that of the last
 * one weighted by how much of it is still in the window. Each request costs the same work and memory, also a refused
 * one.
 *
 * The table has a fixed number of networks and drops the one that was silent longest, so a new one is never refused for
 * lack of room. All networks of a /56 have one share together, and those of a /48 two; a block that is over its limit
 * adds no row for the networks in it.
 */
export function createIpWindow<name extends string>(
  limits: Readonly<Record<name, number>>,
  options: { networks?: number | undefined } = {},
): IpWindow<name> {
  const { networks = 50_000 } = options
  // The keys of an object literal with exactly these names.
  const classes = new Map((Object.keys(limits) as name[]).map((name, index) => [name, index]))
  const table = new Map<string, Counts>()

  function countsOf(network: string, minute: number): Counts {
    let counts = table.get(network)
    if (counts === undefined) {
      counts = { minute, now: new Uint32Array(classes.size), last: new Uint32Array(classes.size), refused: 0 }
      const oldest = table.size >= networks ? table.keys().next().value : undefined
      if (oldest !== undefined) table.delete(oldest)
      table.set(network, counts)
      return counts
    }
    table.delete(network)
    table.set(network, counts)
    if (minute > counts.minute) {
      const { now, last } = counts
      if (minute === counts.minute + 1) last.set(now)
      else last.fill(0)
      now.fill(0)
      counts.refused = 0
      counts.minute = minute
    }
    return counts
  }

  return {
    get size() {
      return table.size
    },
    take(network, name, elapsedMs) {
      const minute = Math.floor(elapsedMs / minuteMs)
      // Every class of the limits has its index, and every row a count for each.
      const index = classes.get(name) as number
      const rows: Counts[] = []
      let least: Taken | undefined
      for (const { name: block, shares } of networkBlocks(network).toReversed()) {
        const counts = countsOf(block, minute)
        const taken = judge(counts, index, limits[name] * shares, elapsedMs)
        if (!taken.ok) return taken
        rows.push(counts)
        if (least === undefined || taken.remaining <= least.remaining) least = taken
      }
      // Every list has a number for each class.
      for (const counts of rows) counts.now[index] = (counts.now[index] as number) + 1
      // A network is in at least one block: itself.
      return least as Taken
    },
  }
}

/** Per-network limits a minute. */
export type IpWindow<name extends string> = {
  /** Counts one request, unless it must be refused. */
  take: (network: string, name: name, elapsedMs: number) => Taken
  /** Networks and blocks in the table. */
  readonly size: number
}

/** The result for one request. */
type Taken = {
  ok: boolean
  remaining: number
  /** Seconds until more is available. */
  resetSeconds: number
  /** How often the network, or the block that is over its limit, was refused in this minute, in all classes. */
  refused: number
}

type Counts = { minute: number; now: Uint32Array; last: Uint32Array; refused: number }

const minuteMs = 60_000

/** Whether one more fits; only a refusal is counted. */
function judge(counts: Counts, index: number, limit: number, elapsedMs: number): Taken {
  const passed = Math.min(1, Math.max(0, elapsedMs / minuteMs - counts.minute))
  // Both lists have a number for each class.
  const now = counts.now[index] as number
  // As above.
  const last = counts.last[index] as number
  const used = now + last * (1 - passed)
  if (used + 1 > limit) {
    counts.refused++
    const waitMs = freeAfter(now, last, limit) * minuteMs - passed * minuteMs
    return { ok: false, remaining: 0, resetSeconds: Math.max(1, Math.ceil(waitMs / 1000)), refused: counts.refused }
  }
  return {
    ok: true,
    remaining: Math.floor(limit - used - 1),
    resetSeconds: Math.max(1, Math.ceil((1 - passed) * 60)),
    refused: counts.refused,
  }
}

/** After how many minutes from the start of this one a request fits again. */
function freeAfter(now: number, last: number, limit: number): number {
  if (limit < 1) return 1
  if (now + 1 <= limit) return 1 - (limit - 1 - now) / last
  return 2 - (limit - 1) / now
}
