import { ServiceError } from './base.js'

/** A plan no longer says what would happen, so it is not carried out. Plan again, and show the new plan. */
export class StalePlanError extends ServiceError {
  override readonly name = 'StalePlanError'
  /** What has changed since the plan was made. */
  readonly changed: readonly PlanChange[]

  constructor(operation: string, changed: readonly PlanChange[], { cause, hasBegun = false }: StalePlanFacts = {}) {
    super(`The plan of ${operation} is out of date: ${changed.map((change) => sentences[change]).join('; ')}.`, {
      code: 'stale_plan',
      effect: hasBegun ? 'done' : 'none',
      retry: 'after_change',
      advice: { do: 'plan_again' },
      cause,
      hint: hasBegun
        ? 'Part of it was carried out. Look at its transactions before planning again.'
        : 'Nothing was signed. Plan again, and show the new plan.',
    })
    this.changed = changed
  }
}

/** Why a plan is stale. `state` is anything else that the operation reads, and the cause says what. */
export type PlanChange =
  | 'account'
  | 'chain'
  | 'payer'
  | 'recipient'
  | 'amount'
  | 'fee'
  | 'terms'
  | 'allowance'
  | 'balance'
  | 'firewall'
  | 'network_fee'
  | 'steps'
  | 'state'

/** What else is known about a stale plan. */
export type StalePlanFacts = {
  /** What the operation says now. */
  cause?: unknown
  /** Whether a step was carried out before. @default false */
  hasBegun?: boolean | undefined
}

const sentences = {
  account: 'it was made for another account',
  chain: 'it was made for another chain',
  payer: 'another account pays',
  recipient: 'the recipient is another one, or has gained or lost its code',
  amount: 'the amount is another one',
  fee: 'the fee is another one',
  terms: 'the terms are other ones, or were registered meanwhile',
  allowance: 'the allowance has changed',
  balance: 'the balance no longer covers it',
  firewall: 'the firewall has found something since',
  network_fee: 'the network takes more than the plan says',
  steps: 'other things would be signed',
  state: 'the operation is refused now',
} as const satisfies Record<PlanChange, string>
