import type { Address } from 'viem'
import type { ReadClient } from '../chain/clients.js'
import { chainIdOf } from '../chain/network.js'
import type { RiskReport } from '../errors/risk.js'
import type { CheckOptions } from '../risk/check.js'
import { checkPayment } from '../risk/checkPayment.js'
import { payerProvider } from '../risk/payerProvider.js'
import { unforgeable } from './internal/unforgeable.js'
import { isRecallable } from './isRecallable.js'

/** A payment to judge again. */
export type SentPayment = {
  sender: Address
  recipient: Address
  /** USDC base units. */
  amount: bigint
}

/** What the firewall says now of a payment that is made already. */
export type SendVerdict = {
  /** As of a first payment: a payment that is not claimed makes no payee known. */
  report: RiskReport
  /** Whether it is reason enough to take the payment back: see {@link isRecallable}. */
  isRecallable: boolean
}

/**
 * Judges a protected payment again that is under way. Sends nothing.
 *
 * @param options - As of `check`; a `provider` without histories allows no recall.
 * @throws As `check`.
 * @example
 * const { report, isRecallable } = await judgeSend(publicClient, { sender, recipient, amount: 25_000_000n })
 */
export async function judgeSend(
  client: ReadClient,
  { sender, recipient, amount }: SentPayment,
  { payerChains, ...options }: CheckOptions = {},
): Promise<SendVerdict> {
  const chainId = await chainIdOf(client)
  const chains = [{ chainId, client }]
  const own = options.provider ?? payerProvider(chains)
  const provider = payerChains ? await payerChains(own, [chainId]) : own
  const payment = { payer: sender, payee: recipient, amount, chains }
  const report = await checkPayment(payment, { ...options, provider })
  const strict = report.level === 'block' ? unforgeable(provider, recipient) : undefined
  if (strict === undefined) return { report, isRecallable: false }
  const proven = await checkPayment(payment, { ...options, provider: strict })
  return { report, isRecallable: isRecallable(report, proven) }
}
