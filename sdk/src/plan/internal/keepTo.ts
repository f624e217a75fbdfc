import type { Hash, TypedDataDefinition } from 'viem'
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
  onTransactionHash?: ((txHash: Hash, nonce: number | undefined, step: PlanStep) => unknown) | undefined
}

/**
 * A gate that lets the steps of a plan through, in their order and nothing else, for no more than it says of the network's
 * fee: where prices have risen since, a transaction offers what is left. A message whose fee has risen is signed once more,
 * where the plan covers the fee.
 *
 * @param options - `onAsk` is called before a prompt that can do more than approve.
 * @returns The gate, and the transactions that went through it.
 */
export function keepTo(
  plan: Plan,
  { onPlanStep, onTransactionHash, onAsk }: StepOptions & { onAsk?: (() => void) | undefined },
) {
  const transactions: { step: PlanStep; txHash: Hash }[] = []
  const signed: TypedDataDefinition[] = []
  let next = 0
  let budget = nativeLimitOf(plan.networkFee)
  const stale = (change: PlanChange) =>
    new StalePlanError(plan.operation, [change], {
      transactions: transactions.map(({ txHash }) => txHash),
      signed: signed.map(({ primaryType }) => String(primaryType)),
    })
  const pass = (make: (sealed: readonly string[]) => PlanStep): PlanStep => {
    const planned = plan.steps[next]
    if (planned === undefined || !isPlanned(make(planned.sealed), planned)) throw stale('steps')
    onPlanStep?.(planned, next)
    if (planned.kind !== 'transaction' || planned.calls.some(({ functionName }) => functionName !== 'approve'))
      onAsk?.()
    next += 1
    return planned
  }
  /** Whether a message is the one that was signed last, for a higher fee that the plan covers: both can be used once. */
  const isRepeat = (message: TypedDataDefinition) => {
    const [planned, last] = [plan.steps[next - 1], signed.at(-1)]
    if (planned === undefined || last === undefined) return false
    // A mapped pair is a pair.
    const [before, now] = [last, message].map((one) => signatureStep(one, [])) as [PlanStep, PlanStep]
    return isPlanned(signatureStep(message, planned.sealed), planned) && isPlanned(before, now)
  }
  const gate: WalletGate = {
    call(chainId, calls) {
      const step = pass((sealed) => transactionStep(chainId, calls, sealed))
      return {
        onTransactionHash(txHash, nonce) {
          transactions.push({ step, txHash })
          return onTransactionHash?.(txHash, nonce, step)
        },
      }
    },
    price(gas, { offered, least }) {
      const most = budget / gas
      if (most < least) throw stale('network_fee')
      const price = gas * offered > budget ? most : offered
      budget -= gas * price
      return price
    },
    sign(message) {
      if (!isRepeat(message)) pass((sealed) => signatureStep(message, sealed))
      signed.push(message)
      return undefined
    },
    cosign: () => undefined,
  }
  return { gate, transactions }
}
