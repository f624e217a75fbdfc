import type { Settlement } from '../admission/Admission.js'
import type { OperationRow } from '../admission/operationRow.js'
import type { AuditEvent } from '../audit/Audit.js'
import { type Outcome, parseOutcome } from './Outcome.js'

/**
 * What the audit says of an operation that ends: what it has brought about and what that has cost. Nothing of who asked, and
 * nothing of what a claim was made with.
 *
 * @returns `undefined` where nothing was sent and nothing spent.
 */
export function settlementEvent(operation: OperationRow, settlement: Settlement): AuditEvent | undefined {
  const { state, spent } = settlement
  const outcome = parseOutcome(settlement.outcome)
  const txHash = hashIn(outcome)
  const hasEffect = spent > 0n || txHash !== null
  // Its nonce was used by somebody else.
  if (!hasEffect && state !== 'superseded') return undefined
  return {
    kind: hasEffect ? (operation.kind === 'gas' ? 'seed' : 'relay') : 'refuse',
    body: {
      operation: operation.id,
      operationKind: operation.kind,
      chain: operation.chain_id,
      requestDigest: operation.request_digest,
      state,
      outcome: codeOf(outcome),
      txHash,
      spent,
      units: settlement.units,
    },
  }
}

function hashIn(outcome: Outcome): string | null {
  const hash = 'body' in outcome && 'txHash' in outcome.body ? outcome.body.txHash : undefined
  return hash ?? ('problem' in outcome ? outcome.txHash : undefined) ?? null
}

function codeOf(outcome: Outcome): string {
  if ('problem' in outcome) return outcome.problem
  return 'ok' in outcome.body && !outcome.body.ok ? outcome.body.error.kind : 'done'
}
