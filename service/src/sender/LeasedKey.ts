import { assertLease, type Lease } from '../store/lease.js'
import type { Queries, Store } from '../store/Store.js'

/** One key on one chain, and the lease under which its rows are written. */
export type LeasedKey = { store: Store; lease: Lease; chainId: number; sender: string; now: () => number }

/**
 * Writes as the holder of the lease, in one transaction.
 *
 * @throws `LeaseLostError` when another instance may be writing.
 */
export function writeLeased<result>(
  { store, lease, now }: Pick<LeasedKey, 'store' | 'lease' | 'now'>,
  work: (tx: Queries) => Promise<result>,
): Promise<result> {
  return store.transaction(
    async (tx) => {
      await assertLease(tx, lease, now())
      return work(tx)
    },
    { isolation: 'read committed' },
  )
}
