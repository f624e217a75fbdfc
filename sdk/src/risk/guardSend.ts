import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import type { RiskReport } from '../errors/risk.js'
import { type CheckOptions, check } from './check.js'
import { passReport } from './internal/passReport.js'
import type { PaymentGuardOptions } from './PaymentGuardOptions.js'

/**
 * Guards a payment on one chain: returns when it may go on, throws when it may not. Every operation of this library that
 * can pay another party calls this or {@link guardPayment}, which also looks at the chain where the money arrives, before
 * it asks for a signature.
 *
 * A report of another payment or another chain, one older than {@link MAX_REPORT_AGE_MS} or one from the future is
 * replaced by a new check without a word. With an acknowledgement the check is always new, and a verdict that would stop the payment
 * passes only where the acknowledgement covers it.
 *
 * @returns The report the payment went by; `undefined` where `skipRiskCheck` removed the guard.
 * @throws {@link RiskBlockedError} with the report; {@link InvalidInputError} for an acknowledgement without an amount
 *   where `amount` is given; whatever {@link check} throws.
 * @example
 * await guardSend(sender, recipient, { client: publicClient, onWarning: 'block' })
 */
export async function guardSend(
  sender: Address,
  target: Address,
  options: GuardSendOptions,
): Promise<RiskReport | undefined> {
  if (options.skipRiskCheck === true) return undefined
  const from = parseParty('sender', sender)
  const to = parseParty('target', target)
  const { client, contractAddress, amount } = options
  const now = options.now ?? options.checkOptions?.now
  const reader = options.checkOptions?.client ?? client
  const subject = { sender: from, target: to, amount, chainId: reader?.chain?.id }
  const settings = { client, contractAddress, amount, ...defined(options.checkOptions), ...(now && { now }) }
  return passReport(subject, () => check(from, to, settings), options)
}

/** What the guard reads, and what may pass it. A value in `checkOptions` outranks `client` and `contractAddress`. */
export type GuardSendOptions = PaymentGuardOptions & {
  /** Reads the chain; {@link check} reads the verified-recipient sign through it. */
  client: ReadClient
  /** Overrides the deployed transfer contract. */
  contractAddress?: Address | undefined
  /** What is to be paid, in base units: an acknowledgement then must name at least as much. */
  amount?: bigint | undefined
  /** What a `warning` does.
   * @default 'warn' */
  onWarning?: 'warn' | 'block' | undefined
  /** The clock.
   * @default new Date() */
  now?: Date | undefined
}

function defined(options: CheckOptions | undefined): CheckOptions {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined))
}
