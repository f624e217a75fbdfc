import type { Hex } from 'viem'
import type { Database, OperationState } from '../store/Database.js'
import type { Operation } from './Admission.js'

/** An operation as it is stored. */
export type OperationRow = Database['operations']

export function toOperation(row: OperationRow): Operation {
  return {
    id: row.id,
    key: row.key,
    kind: row.kind,
    chainId: row.chain_id,
    state: row.state,
    content: row.content ?? undefined,
    // Only admission writes the column.
    contentHash: row.content_hash as Hex,
    outcome: row.outcome ?? undefined,
    createdAt: row.created_at,
  }
}

/** Ended without an effect, for good. */
export const WITHOUT_EFFECT: ReadonlySet<OperationState> = new Set(['refused', 'failed', 'superseded'])

/**
 * Still to be done. Listed by name, because an index can find these but not the rows whose state is none of the ends.
 */
export const OPEN: readonly OperationState[] = ['queued', 'prepared', 'broadcast', 'mined']

/** Final states. */
export const ENDS: readonly OperationState[] = ['final', ...WITHOUT_EFFECT]
