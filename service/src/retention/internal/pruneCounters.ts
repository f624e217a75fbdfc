import { hourOf } from '../../store/countUp.js'
import { deleteInSteps } from '../../store/deleteInSteps.js'
import type { Store } from '../../store/Store.js'

/**
 * Deletes counts of hours that no window reaches any more. Counting deletes old rows of the same address only; those of
 * addresses that never come back would stay permanently.
 *
 * @param now - Unix milliseconds.
 */
export async function pruneCounters(store: Store, now: number): Promise<void> {
  await deleteInSteps(async (limit) => {
    const { numDeletedRows } = await store.db
      .deleteFrom('counters')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('scope', 'bucket'),
          'in',
          selectFrom('counters')
            .select(['scope', 'bucket'])
            .where('bucket', '<', hourOf(now) - 2)
            .limit(limit)
            .$asTuple('scope', 'bucket'),
        ),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}
