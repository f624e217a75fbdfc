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
    // Only the admission writes the column.
    contentHash: row.content_hash as Hex,
    outcome: row.outcome ?? undefined,
    createdAt: row.created_at,
  }
}

/** Ended, and nothing of it will ever happen. */
export const WITHOUT_EFFECT: ReadonlySet<OperationState> = new Set(['refused', 'failed', 'superseded'])

/** Still to be done. An index finds these; it cannot find what is in no end. */
export const OPEN: readonly OperationState[] = ['queued', 'prepared', 'broadcast', 'mined']

/** Ends that nothing follows. */
export const ENDS: readonly OperationState[] = ['final', ...WITHOUT_EFFECT]
