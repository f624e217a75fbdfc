import { deleteInSteps } from '../store/deleteInSteps.js'
import type { Store } from '../store/Store.js'

/**
 * Forgets signatures that could not be used any more two minutes ago, so that clocks of instances may differ.
 */
export async function purgeReplays(store: Store, now: number): Promise<void> {
  await deleteInSteps(async (limit) => {
    const { numDeletedRows } = await store.db
      .deleteFrom('replays')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('address', 'digest'),
          'in',
          selectFrom('replays')
            .select(['address', 'digest'])
            .where('expires_at', '<', now - graceMs)
            .limit(limit)
            .$asTuple('address', 'digest'),
        ),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}

const graceMs = 120_000
