import { deleteInSteps } from '../../store/deleteInSteps.js'
import type { Store } from '../../store/Store.js'

/**
 * Forgets signatures whose boxes could spend no more before a moment: no contract takes them, and the co-signer signs for no
 * such box. Those of which the end of the box is not known stay.
 *
 * @param before - Unix milliseconds.
 */
export async function pruneSignatures(store: Store, before: number): Promise<void> {
  await deleteInSteps(async (limit) => {
    const { numDeletedRows } = await store.db
      .deleteFrom('signatures')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('chain_id', 'account', 'nonce', 'digest'),
          'in',
          selectFrom('signatures')
            .select(['chain_id', 'account', 'nonce', 'digest'])
            .where('ends_at', '<', before)
            .limit(limit)
            .$asTuple('chain_id', 'account', 'nonce', 'digest'),
        ),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}
