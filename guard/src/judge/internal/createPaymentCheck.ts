import { deploymentFor } from '@holdfast/sdk/chain'
import { RiskBlockedError, ServiceError } from '@holdfast/sdk/errors'
import {
  type CheckOptions,
  guardPayment,
  isForWantOfData,
  type PaymentChain,
  type RiskReport,
} from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import type { Grant } from '../createGrants.js'
import { createUserLimiter } from './createUserLimiter.js'
import type { SummedPayment } from './sumPayments.js'

/** Makes the function that asks the firewall of the SDK about one payment. It never throws: a check that fails leaves the payment unchecked. */
export function createPaymentCheck({ chains, checkOptions, now }: PaymentCheckOptions): PaymentCheck {
  const limited = createUserLimiter(maxChecks)
  return async (payment, { contacts = [], grant, user = '', signal }) => {
    const { payer, payee, amount, chainId, payeeChainId } = payment
    if (!checkOptions?.provider && !deploymentFor(chainId))
      return { kind: 'invalid', sentence: `payments on chain ${chainId} cannot be checked.` }
    const acknowledgement = grant && { report: grant.payment.report, at: grant.at, amount: grant.payment.amount }
    const options = {
      acknowledgement,
      checkOptions: {
        ...checkOptions,
        contacts: [...(checkOptions?.contacts ?? []), ...contacts],
        now: new Date(now()),
        ...(signal && { signal }),
      },
    }
    const touched = [chainId, payeeChainId].map((id) => chainOf(chains, id))
    try {
      const report = await limited(user, () => guardPayment({ payer, payee, amount, chains: touched }, options))
      return { kind: 'pass', report }
    } catch (error) {
      return verdictOf(error)
    }
  }
}

/** Clients of the chains that payments touch, the options of each check, and the clock. */
export type PaymentCheckOptions = {
  chains: readonly PaymentChain[] | undefined
  checkOptions: CheckOptions | undefined
  now: () => number
}

/** Judges one payment. */
export type PaymentCheck = (
  payment: SummedPayment,
  request: Asker & {
    /** Further addresses that the payer trusts. */
    contacts?: readonly Address[] | undefined
    /** What a person has allowed. */
    grant?: Grant | undefined
  },
) => Promise<Verdict>

/** Whose request it is, and what gives it up. */
export type Asker = { user?: string | undefined; signal?: AbortSignal | undefined }

/** What the firewall says about a payment. */
export type Verdict =
  | { kind: 'pass'; report: RiskReport | undefined }
  | { kind: 'blocked'; report: RiskReport }
  | { kind: 'unavailable'; report: RiskReport | undefined }
  | { kind: 'invalid'; sentence: string }

/** Of each user at a time: a request may pay 256 payees, and a check takes about a millisecond in which nothing else is answered. */
const maxChecks = 32

function verdictOf(error: unknown): Verdict {
  if (error instanceof RiskBlockedError) {
    const { report, reasons } = error
    return { kind: isForWantOfData({ ...report, reasons }) ? 'unavailable' : 'blocked', report }
  }
  if (error instanceof ServiceError && error.advice.do === 'correct_input')
    return { kind: 'invalid', sentence: error.shortMessage }
  // If the check itself fails, the payment counts as unchecked.
  return { kind: 'unavailable', report: undefined }
}

function chainOf(chains: readonly PaymentChain[] = [], chainId: number): PaymentChain {
  return chains.find((chain) => chain.chainId === chainId) ?? { chainId }
}
