import { deleteInSteps } from '../store/deleteInSteps.js'
import type { Store } from '../store/Store.js'

/**
 * Deletes signatures that expired more than two minutes ago. The two minutes allow for clock differences between
 * instances.
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
