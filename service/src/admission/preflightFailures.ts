import type { Limits } from '../config/Config.js'
import type { Store } from '../store/Store.js'

/**
 * Counts requests that turned out impossible on chain, by address and hour. They cost no units, so that nobody loses a
 * quota to a mistake; this keeps them from being free reads of the chain without end.
 *
 * The hour slides: what is left of the hour before counts in part.
 *
 * @example
 * const wait = await preflightFailures.retryAfterSeconds(signer.address)
 * if (wait !== undefined) return { problem: 'quota_exceeded', retryAfterSeconds: wait }
 */
export function createPreflightFailures(options: createPreflightFailures.Options): PreflightFailures {
  const { store, limits, now } = options
  return {
    async count(address) {
      const hour = Math.floor(now() / hourMs)
      const scope = scopeOf(address)
      await store.db
        .insertInto('counters')
        .values({ scope, bucket: hour, count: 1 })
        .onConflict((conflict) =>
          conflict.columns(['scope', 'bucket']).doUpdateSet((row) => ({ count: row('counters.count', '+', 1) })),
        )
        .execute()
      await store.db
        .deleteFrom('counters')
        .where('scope', '=', scope)
        .where('bucket', '<', hour - 1)
        .execute()
    },
    async retryAfterSeconds(address) {
      const at = now()
      const hour = Math.floor(at / hourMs)
      const rows = await store.db
        .selectFrom('counters')
        .select(['bucket', 'count'])
        .where('scope', '=', scopeOf(address))
        .where('bucket', '>=', hour - 1)
        .execute()
      const countIn = (bucket: number) => rows.find((row) => row.bucket === bucket)?.count ?? 0
      const gone = (at % hourMs) / hourMs
      const counted = countIn(hour) + countIn(hour - 1) * (1 - gone)
      return counted < limits.preflightFailuresPerHour ? undefined : Math.ceil(((hour + 1) * hourMs - at) / 1000)
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

/** Requests an address made that could not succeed. */
export type PreflightFailures = {
  count: (address: string) => Promise<void>
  /** @returns `undefined` while the address may go on, else when to ask again. */
  retryAfterSeconds: (address: string) => Promise<number | undefined>
}

const hourMs = 3_600_000
const scopeOf = (address: string) => `preflight:${address.toLowerCase()}`
