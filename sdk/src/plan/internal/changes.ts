import { isAddressEqual } from 'viem'
import type { PlanChange } from '../../errors/plan.js'
import type { RiskReport } from '../../errors/risk.js'
import type { Plan, PlanStep } from '../types.js'
import { isPlanned } from './sameSteps.js'

/** What a plan says that is no longer so. Fees and balances may differ while they cover it. */
export function changesOf(plan: Plan, now: Plan): PlanChange[] {
  const changes: Readonly<Record<string, boolean>> = {
    account: !isAddressEqual(plan.account, now.account),
    chain: plan.chainId !== now.chainId,
    payer: !isAddressEqual(plan.payer, now.payer),
    recipient: plan.recipient !== now.recipient || plan.asOf.recipientHasCode !== now.asOf.recipientHasCode,
    amount:
      plan.amount !== now.amount ||
      placesOf(plan) !== placesOf(now) ||
      // Balances change by themselves. What the plan says of them must be its own sum.
      plan.effects.some(({ before, after, change }) => after !== (before === null ? null : before + change)) ||
      // A quote that fell takes less.
      now.effects.some(({ change }, index) => change < (plan.effects[index]?.change ?? change)),
    fee: now.fee > plan.fee,
    terms: textOf(plan.terms) !== textOf(now.terms) || differIn('createConfig', plan, now),
    allowance: differIn('approve', plan, now),
    network_fee: coinOf(plan) !== coinOf(now),
    firewall: now.firewall.some((report) => isWorse(report, plan.firewall)),
  }
  // The names above are those of `PlanChange`.
  const found = Object.keys(changes).filter((name) => changes[name]) as PlanChange[]
  return found.length === 0 && !haveSameSteps(plan.steps, now.steps) ? ['steps'] : found
}

/** Which balances change. */
const placesOf = ({ effects }: Plan) =>
  textOf(effects.map(({ account, holding, chainId }) => [account, holding, chainId])).toLowerCase()

/** In which unit the network's fee is shown. */
const coinOf = ({ networkFee }: Plan) => textOf({ ...networkFee, most: 0 })

/** A plan from elsewhere may hold a number there that JSON has no form of. */
const textOf = (value: unknown) => JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}` : inner))

function haveSameSteps(planned: readonly PlanStep[], actual: readonly PlanStep[]): boolean {
  return planned.length === actual.length && actual.every((step, index) => isPlanned(step, planned[index]))
}

/** Whether one of the two makes a call of this function that the other does not make. */
function differIn(functionName: string, plan: Plan, now: Plan): boolean {
  const [planned, actual] = [plan, now].map(({ steps }) =>
    steps.flatMap((step) =>
      step.kind === 'transaction' ? step.calls.filter((call) => call.functionName === functionName) : [],
    ),
  )
  return JSON.stringify(planned) !== JSON.stringify(actual)
}

/** Whether a report says more against the payee than the one that was shown. */
function isWorse(report: RiskReport, shown: readonly RiskReport[]): boolean {
  const before = shown.find(({ target }) => isAddressEqual(target, report.target))
  if (before === undefined) return report.level !== 'safe'
  const seen = new Set(before.reasons.map(({ code }) => code))
  return (
    ranks[report.level] > ranks[before.level] ||
    !report.reasons.every(({ code, severity }) => severity === 'safe' || seen.has(code))
  )
}

const ranks = { safe: 0, warning: 1, block: 2 } as const
