import type { Queries } from '../../store/Store.js'
import type { Settlement } from '../Admission.js'
import { ENDS, type OperationRow } from '../operationRow.js'
import { release } from './ledger.js'
import { addressScope, chainScope, GLOBAL, networkScopes } from './scopes.js'

/**
 * Ends an operation and its hold, in one transaction.
 *
 * @returns The operation as it is now, or why nothing was changed.
 */
export async function settleOperation(tx: Queries, id: string, settlement: Settlement, now: number): Promise<Settled> {
  const spent = Number(settlement.spent)
  const row = await tx
    .updateTable('operations')
    // The content of an operation may contain a claim code, and is not needed once it has ended.
    .set({ state: settlement.state, outcome: settlement.outcome, content: null, spent, updated_at: now })
    .where('id', '=', id)
    .where('state', 'not in', ENDS)
    .returningAll()
    .executeTakeFirst()
  if (!row) {
    const known = await tx.selectFrom('operations').select('id').where('id', '=', id).executeTakeFirst()
    return known ? 'settled before' : 'unknown'
  }

  const everywhere = [GLOBAL, addressScope(row.requester), ...networkScopes(row.network)]
  if (row.units > 0) {
    await release(tx, 'quotas', row.day, everywhere, {
      held: row.units,
      settled: settlement.units === 'charge' ? row.units : 0,
    })
  }
  if (row.held > 0 || spent > 0) {
    await release(tx, 'spending', row.day, [...everywhere, chainScope(row.chain_id)], {
      held: row.held,
      settled: spent,
    })
  }
  return row
}

/** An operation as it is now, or why nothing was changed. */
export type Settled = OperationRow | 'settled before' | 'unknown'
