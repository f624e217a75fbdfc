import type { Audit, AuditEvent } from '../../audit/Audit.js'
import type { Queries, Store } from '../../store/Store.js'
import type { Operation, Settlement } from '../Admission.js'
import { type OperationRow, toOperation } from '../operationRow.js'
import { type Settled, settleOperation } from './settleOperation.js'

/** Ends an operation and records that in the audit: both are stored, or neither. */
export async function endOperation(parts: EndParts, id: string, settlement: Settlement): Promise<Settled> {
  const { store, now, record, find, refused } = parts
  const at = now()
  const settle = (tx: Queries) => settleOperation(tx, id, settlement, at)
  const row = record && (await find(id))
  const event = row && record?.eventOf(row, settlement)
  if (row && !event && settlement.state === 'refused') {
    // Written as an `Outcome` by the relay.
    const { problem } = JSON.parse(settlement.outcome) as { problem?: string }
    if (problem !== undefined && MONEY_REFUSALS.has(problem)) refused(problem, toOperation(row))
  }
  if (!record || !event) return store.transaction(settle, { isolation: 'read committed' })
  const write = async (tx: Queries) => {
    const ended = await settle(tx)
    // Nothing was ended, so there is nothing to record.
    if (typeof ended === 'string') throw new NotEndedError(ended)
    return [ended]
  }
  return record.audit.appendWith(event, write, undefined, { alone: true }).catch((error: unknown) => {
    if (error instanceof NotEndedError) return error.why
    throw error
  })
}

type EndParts = {
  store: Store
  /** Unix milliseconds. */
  now: () => number
  record: EndRecord | undefined
  find: (id: string) => Promise<OperationRow | undefined>
  refused: (reason: string, operation: Pick<Operation, 'kind' | 'chainId'>) => void
}

/** The audit, and the event for an operation that ends; `undefined` when there is none. */
export type EndRecord = {
  audit: Pick<Audit, 'appendWith'>
  eventOf: (operation: OperationRow, settlement: Settlement) => AuditEvent | undefined
}

/** Refusals that the operator should know of, since money caused them. */
export const MONEY_REFUSALS: ReadonlySet<string> = new Set(['fee_ceiling', 'relayer_depleted', 'quota_exceeded'])

/** Why no operation was ended. */
class NotEndedError extends Error {
  constructor(readonly why: Extract<Settled, string>) {
    super(why)
  }
}
