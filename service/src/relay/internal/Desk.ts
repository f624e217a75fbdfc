import { assertLease, type Lease } from '../../store/lease.js'
import type { Queries, Store } from '../../store/Store.js'

/** One key on one chain, and the right to use it. */
export type Desk = { store: Store; lease: Lease; chainId: number; sender: string; now: () => number }

/** The operation is not waiting any more. */
export class NotQueuedError extends Error {
  override name = 'NotQueuedError' as const
}

/**
 * Writes as the holder of the lease, all of it or nothing.
 *
 * @throws `LeaseLostError` when somebody else may be writing.
 */
export function within<result>({ store, lease, now }: Desk, work: (tx: Queries) => Promise<result>): Promise<result> {
  return store.transaction(
    async (tx) => {
      await assertLease(tx, lease, now())
      return work(tx)
    },
    { isolation: 'read committed' },
  )
}
