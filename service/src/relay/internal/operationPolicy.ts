import { min } from '../../sender/fees.js'
import type { JobEnd, SenderPolicy } from '../../sender/SenderPolicy.js'
import type { Outcome } from '../Outcome.js'
import type { Operations } from './Operations.js'
import { refusal } from './Operations.js'
import { moveOperation, NotQueuedError, readUnsettledNonces, takeOperation } from './operationRows.js'
import type { RelayParts } from './RelayParts.js'

/**
 * How the sender handles operations: an operation is a job, and its highest cost was held at its admission.
 */
export function operationPolicy(parts: RelayParts, operations: Operations): Omit<SenderPolicy, 'recover' | 'observe'> {
  const { now, chain, signer, money, metrics, onStep } = parts

  async function settleMined(jobId: string, end: Extract<JobEnd, { kind: 'mined' | 'given_up' }>): Promise<void> {
    const { receipt, spent, createdAt } = end
    const operation = await operations.read(jobId)
    if (operation?.content != null) {
      // The value of a call was spent if the call succeeded.
      const value = receipt.status === 'success' ? operations.callOf(operation).value : 0n
      const settlement =
        end.kind === 'mined'
          ? await operations.judge(operation, receipt, spent + value)
          : refusal({ problem: 'fee_ceiling' }, spent)
      await onStep?.('settling', jobId)
      await operations.settle(operation, settlement)
    }
    metrics.observe('relay_stage_duration_seconds', (now() - createdAt) / 1000, {
      kind: operation?.kind ?? 'unknown',
      stage: 'broadcast_to_mined',
    })
  }

  async function settleRefused(jobId: string, { wouldCost, spent }: Extract<JobEnd, { kind: 'refused' }>) {
    const operation = await operations.read(jobId)
    if (!operation) return
    const known = await parts.refreshBalance().catch(() => undefined)
    const isShort = known !== undefined && known.available < wouldCost
    // Every endpoint refuses transactions of a blocked sender to any recipient.
    const isRecipients = operation.kind === 'gas' && known?.isBlocked !== true
    const outcome: Outcome = isShort
      ? { problem: 'relayer_depleted' }
      : isRecipients
        ? { problem: 'recipient_not_eligible', impossible: true }
        : { problem: 'upstream_unavailable' }
    await operations.settle(operation, refusal(outcome, spent))
  }

  async function settleSuperseded(jobId: string): Promise<void> {
    const operation = await operations.read(jobId)
    if (operation)
      await operations.settle(operation, { ...refusal({ problem: 'upstream_unavailable' }), state: 'superseded' })
  }

  return {
    async reserve(tx, { operation_id }, isFirst) {
      if (!isFirst || operation_id === null) return undefined
      return (await takeOperation(tx, operation_id, now())) ? undefined : new NotQueuedError()
    },
    async recordSent(tx, jobId) {
      await moveOperation(tx, jobId, ['prepared'], 'broadcast', now())
    },
    async recordEnded(tx, { mined }) {
      if (mined?.jobId !== undefined) await moveOperation(tx, mined.jobId, ['prepared', 'broadcast'], 'mined', now())
    },
    async readBudget(jobId) {
      const operation = await operations.read(jobId)
      return operation?.content == null ? undefined : min(BigInt(operation.held), money.maxTransactionCost)
    },
    async settle(jobId, end) {
      if (end.kind === 'refused') return settleRefused(jobId, end)
      if (end.kind === 'superseded') return settleSuperseded(jobId)
      return settleMined(jobId, end)
    },
    findUnsettled: (db) => readUnsettledNonces(db, chain.id, signer.address.toLowerCase()),
  }
}
