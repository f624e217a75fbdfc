import type { Settlement } from '../admission/Admission.js'
import type { OperationRow } from '../admission/operationRow.js'
import type { AuditEvent } from '../audit/Audit.js'
import { type Outcome, parseOutcome } from './Outcome.js'

/**
 * The audit event of an operation that ends: what it did and what that cost. Contains neither the caller nor the
 * secrets of a claim.
 *
 * @returns `undefined` when nothing was sent and nothing spent.
 */
export function settlementEvent(operation: OperationRow, settlement: Settlement): AuditEvent | undefined {
  const { state, spent } = settlement
  const outcome = parseOutcome(settlement.outcome)
  const txHash = hashIn(outcome)
  const hasEffect = spent > 0n || txHash !== null
  // Another program used its nonce.
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
