import type { Limits } from '../config/Config.js'
import { countUp, HOUR_MS, hourOf } from '../store/countUp.js'
import type { Store } from '../store/Store.js'

/**
 * Counts requests that turned out impossible on chain, by address and hour. They cost no units, so that a mistake costs
 * no caller its quota; this limit keeps them from being unlimited free reads of the chain.
 *
 * The hour slides: the previous hour counts in proportion to how much of it is still in the window.
 *
 * @example
 * const wait = await preflightFailures.retryAfterSeconds(signer.address)
 * if (wait !== undefined) return { problem: 'quota_exceeded', retryAfterSeconds: wait }
 */
export function createPreflightFailures(options: createPreflightFailures.Options): PreflightFailures {
  const { store, limits, now } = options
  return {
    async count(address) {
      const hour = hourOf(now())
      const scope = scopeOf(address)
      await countUp(store, { scope, bucket: hour })
      await store.db
        .deleteFrom('counters')
        .where('scope', '=', scope)
        .where('bucket', '<', hour - 1)
        .execute()
    },
    async retryAfterSeconds(address) {
      const at = now()
      const hour = hourOf(at)
      const rows = await store.db
        .selectFrom('counters')
        .select(['bucket', 'count'])
        .where('scope', '=', scopeOf(address))
        .where('bucket', '>=', hour - 1)
        .execute()
      const countIn = (bucket: number) => rows.find((row) => row.bucket === bucket)?.count ?? 0
      const gone = (at % HOUR_MS) / HOUR_MS
      const counts = { now: countIn(hour), last: countIn(hour - 1) }
      const limit = limits.preflightFailuresPerHour
      if (counts.now + counts.last * (1 - gone) < limit) return undefined
      const waitMs = Math.round((freeAfter(counts, limit) - gone) * HOUR_MS)
      // A millisecond later it is below the limit.
      return Math.max(1, Math.ceil((waitMs + 1) / 1000))
    },
  }
}

export declare namespace createPreflightFailures {
  type Options = {
    store: Store
    limits: Pick<Limits, 'preflightFailuresPerHour'>
    /** Unix milliseconds. */
    now: () => number
  }
}

/** Counts requests of an address that could not succeed. */
export type PreflightFailures = {
  count: (address: string) => Promise<void>
  /** @returns `undefined` while the address may continue, else after how many seconds it may ask again. */
  retryAfterSeconds: (address: string) => Promise<number | undefined>
}

const scopeOf = (address: string) => `preflight:${address.toLowerCase()}`

/** Hours from the start of this one until the count is down to the limit. */
function freeAfter({ now, last }: { now: number; last: number }, limit: number): number {
  return now < limit ? 1 - (limit - now) / last : 2 - limit / now
}
