import { deleteInSteps } from '../../store/deleteInSteps.js'
import type { Store } from '../../store/Store.js'

/**
 * Deletes signatures whose boxes could no longer spend before a moment: no contract accepts them, and the co-signer
 * signs for no such box. Signatures whose box has an unknown end are kept.
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
