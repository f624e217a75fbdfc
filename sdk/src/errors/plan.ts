import type { Hash } from 'viem'
import { ServiceError, type ServiceErrorOptions } from './base.js'

/**
 * A plan no longer says what would happen, so it is not carried out, or not any further: `effect`, `transactions` and `signed` say
 * what was done before. Plan again, and show the new plan.
 */
export class StalePlanError extends ServiceError {
  override readonly name = 'StalePlanError'
  /** What has changed since the plan was made. */
  readonly changed: readonly PlanChange[]
  /** Transactions that were made before, in order. */
  readonly transactions: readonly Hash[]
  /** Primary types of the messages that were signed before, in order. */
  readonly signed: readonly string[]

  constructor(operation: string, changed: readonly PlanChange[], facts: StalePlanFacts = {}) {
    const { cause, transactions = [], signed = [] } = facts
    super(`The plan of ${operation} is out of date: ${changed.map((change) => sentences[change]).join('; ')}.`, {
      code: 'stale_plan',
      ...remains(changed, transactions, signed),
      retry: 'after_change',
      cause,
    })
    this.changed = changed
    this.transactions = transactions
    this.signed = signed
  }
}

/** What the steps before have done, and what to do about it. */
function remains(
  changed: readonly PlanChange[],
  transactions: readonly Hash[],
  signed: readonly string[],
): Pick<ServiceErrorOptions, 'effect' | 'advice' | 'hint' | 'metaMessages'> {
  const metaMessages = [
    ...transactions.map((txHash) => `Transaction: ${txHash}`),
    ...signed.map((name) => `Signed:      ${name}`),
  ]
  if (signed.includes('BurnIntent'))
    return {
      effect: 'open',
      advice: { do: 'watch_hub_balance' },
      metaMessages,
      hint: 'The issuer has the signed spend and can carry it out once. Look at the Hub balance before planning again.',
    }
  if (transactions.length > 0)
    return {
      effect: 'done',
      advice: { do: 'look_up_transaction', txHash: transactions.at(-1) },
      metaMessages,
      hint: 'Part of it was carried out. Look at its transactions before planning again.',
    }
  if (changed.includes('carried_out'))
    return {
      effect: 'none',
      advice: { do: 'look_up_transaction' },
      hint: 'This time nothing was signed. Look at what came of it; plan again only for another payment.',
    }
  return {
    effect: 'none',
    advice: { do: 'plan_again' },
    metaMessages,
    hint:
      signed.length > 0
        ? 'The signature was used in no transaction and was given to no other party: no money moves. Plan again.'
        : 'Nothing was signed. Plan again, and show the new plan.',
  }
}

/**
 * Why a plan is stale. `state` is anything else that the operation reads, and the cause says what; `carried_out` is the plan itself,
 * which is carried out once.
 */
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
  | 'carried_out'

/** What else is known about a stale plan. */
export type StalePlanFacts = {
  /** What the operation says now. */
  cause?: unknown
  /** Transactions that were made before. @default [] */
  transactions?: readonly Hash[] | undefined
  /** Primary types of the messages that were signed before. @default [] */
  signed?: readonly string[] | undefined
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
  carried_out: 'it was carried out before, or is being carried out',
} as const satisfies Record<PlanChange, string>
