import type { Store } from '../store/Store.js'
import { addressScope, dayOf, GLOBAL } from './internal/scopes.js'

/**
 * Reads how many of today's units are used up, for headers and metrics. An operation costs one or two units of a daily quota;
 * only `Admission` decides what is admitted.
 *
 * @param of - An address, or all callers together.
 * @param now - Unix milliseconds.
 */
export async function readUnits(store: Store, of: string | 'all', now: number): Promise<Units> {
  const row = await store.db
    .selectFrom('quotas')
    .select(['used', 'held'])
    .where('day', '=', dayOf(now))
    .where('scope', '=', of === 'all' ? GLOBAL : addressScope(of))
    .executeTakeFirst()
  return row ?? { used: 0, held: 0 }
}

/** Units of a day; used and held ones together count towards the limit. */
export type Units = {
  used: number
  /** Reserved by operations that have not ended. */
  held: number
}
