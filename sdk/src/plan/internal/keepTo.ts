import type { Hash } from 'viem'
import type { WalletGate } from '../../chain/transaction/walletGate.js'
import { type PlanChange, StalePlanError } from '../../errors/plan.js'
import type { Plan, PlanStep } from '../types.js'
import { nativeLimitOf } from './networkFee.js'
import { isPlanned } from './sameSteps.js'
import { signatureStep, transactionStep } from './steps.js'

/** How the steps of a plan are followed. */
export type StepOptions = {
  /** Called before a step's prompt. */
  onPlanStep?: ((step: PlanStep, index: number) => void) | undefined
  /** As in `WriteOptions`, with the step that the transaction is of. */
  onTransactionHash?: ((txHash: Hash, nonce: number | undefined, step: PlanStep) => void) | undefined
}

/**
 * A gate that lets the steps of a plan through, in their order and nothing else, for no more gas than it says.
 *
 * @returns The gate, and the transactions that went through it.
 */
export function keepTo(plan: Plan, { onPlanStep, onTransactionHash }: StepOptions) {
  const transactions: { step: PlanStep; txHash: Hash }[] = []
  let next = 0
  let budget = nativeLimitOf(plan.networkFee)
  const stale = (change: PlanChange) =>
    new StalePlanError(plan.operation, [change], { hasBegun: transactions.length > 0 })
  const pass = (make: (sealed: readonly string[]) => PlanStep): PlanStep => {
    const planned = plan.steps[next]
    if (planned === undefined || !isPlanned(make(planned.sealed), planned)) throw stale('steps')
    onPlanStep?.(planned, next)
    next += 1
    return planned
  }
  const gate: WalletGate = {
    call(chainId, calls) {
      const step = pass((sealed) => transactionStep(chainId, calls, sealed))
      return {
        onTransactionHash(txHash, nonce) {
          transactions.push({ step, txHash })
          onTransactionHash?.(txHash, nonce, step)
        },
      }
    },
    price(nativeCost) {
      if (nativeCost > budget) throw stale('network_fee')
      budget -= nativeCost
    },
    sign(message) {
      pass((sealed) => signatureStep(message, sealed))
      return undefined
    },
  }
  return { gate, transactions }
}
