import { deploymentFor } from '@holdfast/sdk/chain'
import type { Plan, PlannedCall } from '@holdfast/sdk/plan'
import { isAddressEqual } from 'viem'
import type { Format } from '../../words/format.js'
import { useReviewWords } from '../../words/useReviewWords.js'
import { useWords } from '../../words/useWords.js'

/** What the wallet will show, in its own words under the details. */
export function WalletCalls({ plan }: { plan: Plan }) {
  const { format } = useWords()
  const { review } = useReviewWords()
  const calls = plan.steps.flatMap((step) => (step.kind === 'transaction' ? step.calls : []))
  const shown = calls.map((call, index) => ({ index, call }))
  return (
    <section className="stack">
      <h2>{review.wallet(plan.steps.length)}</h2>
      <ol className="calls">
        {shown.map(({ index, call }) => (
          <li key={index}>
            <details className="details">
              <summary>
                {review.call({ functionName: call.functionName, amount: amountOf(call, plan, format) })}
              </summary>
              <p className="mono" translate="no">
                {call.functionName} · {review.contract(contractOf(call, plan))} {call.to}
              </p>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

function amountOf(call: PlannedCall, plan: Plan, format: Format): string | undefined {
  if (call.functionName.startsWith('sendProtected')) return format.usdc(plan.amount)
  const { amount } = call.args
  return typeof amount === 'string' && /^\d+$/.test(amount) ? format.usdc(BigInt(amount)) : undefined
}

function contractOf({ to }: PlannedCall, { chainId }: Plan): 'transfer' | 'usdc' | undefined {
  const deployment = deploymentFor(chainId)
  if (deployment === undefined) return undefined
  if (isAddressEqual(to, deployment.transferContract)) return 'transfer'
  return isAddressEqual(to, deployment.usdc) ? 'usdc' : undefined
}
