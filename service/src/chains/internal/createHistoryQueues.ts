import type { IDataProvider } from '@holdfast/sdk/risk'
import { asCallers, callersNow } from '../callers.js'
import { createFairLimiter } from './createFairLimiter.js'

/**
 * Creates the queues of one chain in which the histories of payers wait to be read, so that long histories do not hold up
 * short ones. Most histories are short, and need little memory; so do the youngest blocks of one that is cached. Each is
 * read in the short queue first; only one that turns out to be long waits for one of the two places of the long queue.
 *
 * Each queue is fair to the callers' networks. Callers that ask for one payer share its reading, which counts as a task of
 * each of them. A reading that waits in the long queue stays there when its callers leave, so that a retry finds it.
 */
export function createHistoryQueues(options: createHistoryQueues.Options): HistoryQueues {
  const { places, watch, shortMs = 8_000, longMs = 120_000 } = options
  const open = (name: string, concurrency: number, reserved: number, maxWaitMs: number) =>
    createFairLimiter({ concurrency, reserved, maxQueued, maxWaitMs, ...watch?.(name) })
  const short = open('short', places, Math.floor(places / 4), shortWaitMs)
  const long = open('long', 2, 1, longWaitMs)
  const node = open('node', 2, 1, shortWaitMs)
  /** The callers that wait for each payer that is being read. */
  const wanting = new Map<string, Set<string>>()

  return {
    explorer(read) {
      const readShort: GetHistory = (sender, { signal, ...options } = {}) =>
        short.run(() => within(shortMs, signal, (ended) => read(sender, { ...options, limits, signal: ended })), signal)
      const readLong: GetHistory = (sender, { signal, ...options } = {}) =>
        long.run(() => within(longMs, signal, (ended) => read(sender, { ...options, signal: ended })), signal)
      return async (sender, options) => {
        try {
          const found = await readShort(sender, options)
          // Lists that were read whole: where they lag or lack rows that the chain has, the long queue would find no more.
          if (found.complete || found.extents) return found
        } catch (error) {
          if (!(error instanceof LateError)) throw error
        }
        return readLong(sender, options)
      }
    },
    node(read) {
      return (sender, options) => node.run(() => read(sender, options), options?.signal)
    },
    shared(read) {
      return async (sender, options) => {
        const payer = sender.toLowerCase()
        const callers = new Set(callersNow())
        wanting.set(payer, callers)
        try {
          return await asCallers(callers, () => read(sender, options))
        } finally {
          wanting.delete(payer)
        }
      }
    },
    joined(read) {
      return (sender, options) => {
        const callers = wanting.get(sender.toLowerCase())
        for (const caller of callersNow()) callers?.add(caller)
        if (callers) for (const limiter of [short, long, node]) limiter.wake()
        return read(sender, options)
      }
    },
  }
}

export declare namespace createHistoryQueues {
  type Options = {
    /** Places of the short queue. */
    places: number
    /** Callbacks for a queue, called when the number of waiting readings changes. */
    watch?: ((queue: string) => Pick<createFairLimiter.Options, 'onQueued' | 'onDropped'>) | undefined
    /** After which a reading in the short queue counts as long. @default 8_000 */
    shortMs?: number | undefined
    /** After which a reading in the long queue loses its place: a list that strangers have filled takes a minute. @default 120_000 */
    longMs?: number | undefined
  }
}

/** Wraps the reading function of each source, so that it waits in its queue. */
export type HistoryQueues = {
  /** For the explorer: the short queue, then the long one. */
  explorer: (read: GetHistory) => GetHistory
  /** For the node: a queue of its own. */
  node: (read: GetHistory) => GetHistory
  /** For a reading that a cache shares: it counts as one of each of its callers. */
  shared: (read: GetHistory) => GetHistory
  /** For the cache itself: a caller that asks for a payer that is being read is added to its callers. */
  joined: (read: GetHistory) => GetHistory
}

/** Reads until the time is over or the caller gives up. */
async function within<value>(
  ms: number,
  signal: AbortSignal | undefined,
  read: (ended: AbortSignal) => Promise<value>,
): Promise<value> {
  signal?.throwIfAborted()
  const ending = new AbortController()
  const end = () => ending.abort(signal?.reason ?? new LateError(`The reading takes more than ${ms} ms.`))
  const timer = setTimeout(end, ms)
  signal?.addEventListener('abort', end, { once: true })
  try {
    return await read(ending.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

class LateError extends Error {}

type GetHistory = NonNullable<IDataProvider['getHistory']>

/** Limits of each list of a short history. A second page is read before it counts as long: about 1,000 rows. */
const limits = { maxPages: 1, maxRows: 500 }

/** As long as a caller waits: a reading that no caller waits for any more is not begun. */
const shortWaitMs = 5_000
/** Longer, so that a retry finds its reading. */
const longWaitMs = 30_000

/** Most waiting readings, about 5 kB each. */
const maxQueued = 256
