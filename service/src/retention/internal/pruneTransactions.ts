import { ENDS } from '../../admission/operationRow.js'
import { deleteInSteps } from '../../store/deleteInSteps.js'
import type { Store } from '../../store/Store.js'

/**
 * Deletes transactions and user operations that were settled before a moment, of the relayer and of the keeper.
 *
 * One is kept while its operation is open, since its result decides the operation, and while another transaction for
 * its nonce is open: until the chain has used the nonce it may still be mined, and must be recognised as ours.
 *
 * @param before - Unix milliseconds.
 */
export async function pruneTransactions(store: Store, before: number): Promise<void> {
  await deleteInSteps(async (limit) => {
    const { numDeletedRows } = await store.db
      .deleteFrom('transactions')
      .where('hash', 'in', ({ selectFrom }) =>
        selectFrom('transactions as settled')
          .select('settled.hash')
          .where('settled.state', 'in', ['mined', 'dead'])
          .where('settled.updated_at', '<', before)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('transactions as other')
                  .select('other.hash')
                  .whereRef('other.chain_id', '=', 'settled.chain_id')
                  .whereRef('other.sender', '=', 'settled.sender')
                  .whereRef('other.nonce', '=', 'settled.nonce')
                  .where('other.state', 'not in', ['mined', 'dead']),
              ),
            ),
          )
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('operations')
                  .select('operations.id')
                  .whereRef('operations.id', '=', 'settled.operation_id')
                  .where('operations.state', 'not in', ENDS),
              ),
            ),
          )
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
  await deleteInSteps(async (limit) => {
    const { numDeletedRows } = await store.db
      .deleteFrom('user_operations')
      .where('hash', 'in', ({ selectFrom }) =>
        selectFrom('user_operations as made')
          .select('made.hash')
          .where('made.created_at', '<', before)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('operations')
                  .select('operations.id')
                  .whereRef('operations.id', '=', 'made.operation_id')
                  .where('operations.state', 'not in', ENDS),
              ),
            ),
          )
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}
