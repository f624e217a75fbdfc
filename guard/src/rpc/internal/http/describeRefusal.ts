import { deploymentFor } from '@holdfast/sdk/chain'
import type { RiskReport } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import { formatUnits } from 'viem/utils'
import type { PendingRefusal, RefusedPayment } from '../../../judge/createGrants.js'

/** What a person needs to see before deciding about a refusal. */
export type DescribedRefusal = {
  code: string
  /** When it was refused, in epoch milliseconds. A decision repeats it, since a code may be given out again. */
  at: number
  payments: readonly {
    payer: Address
    payee: Address
    /** With its unit. */
    amount: string
    reasons: readonly { code: string; message: string }[]
    /** Addresses that the payee resembles. */
    resembles: readonly Address[]
  }[]
}

/** A pending refusal as plain JSON, for a screen. */
export function describeRefusal({ code, at, payments }: PendingRefusal): DescribedRefusal {
  return {
    code,
    at,
    payments: payments.map((payment) => ({
      payer: payment.payer,
      payee: payment.payee,
      amount: amountText(payment),
      reasons: payment.report.reasons
        .filter(({ severity }) => severity !== 'safe')
        .map(({ code, message }) => ({ code, message })),
      resembles: modelsOf(payment.report),
    })),
  }
}

function modelsOf({ reasons }: RiskReport): Address[] {
  return [...new Set(reasons.flatMap(({ lookalikeOf }) => lookalikeOf ?? []))]
}

function amountText({ token, amount, chainId }: RefusedPayment): string {
  if (amount >= 2n ** 255n) return 'any amount'
  const chain = deploymentFor(chainId)
  if (token === 'native') return `at most ${formatUnits(amount, 18)} ${chain?.nativeCurrency.symbol ?? 'native coins'}`
  const known = chain?.tokens.find(({ address }) => address.toLowerCase() === token.toLowerCase())
  return known
    ? `at most ${formatUnits(amount, known.decimals)} ${known.symbol}`
    : // A grant on the number of a collectible covers the lower ones too.
      `at most ${amount} units of ${token}; if that is a collection, its number ${amount} or a lower one`
}
