import { formatUsdc } from '@holdfast/sdk/chain'
import type { Plan, PlannedFee, PlanStep } from '@holdfast/sdk/plan'
import { formatUnits } from 'viem'
import { describeChain } from '../chain/describeChain.js'
import type { Plan as Shown } from '../command/Plan.js'
import { writeAmount } from '../input/readAmount.js'

/** What every plan of the library says, as labels and values; a command adds what is its own between them. */
export function describePlan(plan: Plan, more: Partial<Readonly<Record<Place, Shown['facts']>>> = {}): Shown['facts'] {
  const { payer, recipient, amount, fee, chainId, networkFee, account } = plan
  return [
    ...(more.parties ?? [
      ['from', payer],
      ['to', recipient ?? 'open: whom the holder of its key names'],
    ]),
    ['amount', writeAmount(amount)],
    ...(more.fee ?? [['fee', fee === 0n ? 'none' : `${writeAmount(fee)}, out of what is claimed`]]),
    ...(more.network ?? [['network', `${describeFee(networkFee)}, from ${account}`]]),
    ['chain', describeChain(chainId)],
    ...(more.last ?? []),
    ...approvalsOf(plan),
  ]
}

/** Where a command puts lines of its own: in place of who pays whom, of the fee or of the network, or after the chain. */
type Place = 'parties' | 'fee' | 'network' | 'last'

function describeFee({ most, coin, decimals, isUsdc }: PlannedFee): string {
  return `at most ${isUsdc ? formatUsdc(most) : formatUnits(most, decimals)} ${coin}`
}

function approvalsOf({ steps }: Plan): Shown['facts'] {
  const calls = steps.flatMap((step) => (step.kind === 'transaction' ? step.calls : []))
  return calls
    .filter(({ functionName }) => functionName === 'approve')
    .map(({ args: { spender, amount } }) => [
      'approval',
      `exactly ${writeAmount(BigInt(String(amount)))}, for the contract ${String(spender)}`,
    ])
}

/** Whether one of these steps makes a call of this function. */
export function makesCall(steps: readonly PlanStep[], functionName: string): boolean {
  return steps.some(
    (step) => step.kind === 'transaction' && step.calls.some((call) => call.functionName === functionName),
  )
}
