import { isAddressEqual } from 'viem/utils'
import { parseAddress } from '../chain/address.js'
import type { RiskReport } from '../errors/risk.js'
import { assertNamesAmount } from './acknowledgementCovers.js'
import { passPayment } from './internal/passPayment.js'
import type { Payment } from './Payment.js'
import type { PaymentGuardOptions } from './PaymentGuardOptions.js'

/**
 * Guards a payment on every chain it touches: returns when it may go on, throws when it may not. Every operation that can
 * pay another party calls this, or {@link guardSend} on one chain, before it asks for a signature.
 *
 * A payment to oneself is not checked: to the payer, or to an address of `checkOptions.own`.
 *
 * @returns The report the payment went by; `undefined` where none was needed.
 * @throws {@link RiskBlockedError} with the report; {@link InvalidInputError} for an acknowledgement without an amount,
 *   before any request; `InvalidAddressError`; whatever {@link checkPayment} throws.
 * @example
 * const chains = [{ chainId: 5042002, client: publicClient }, { chainId: 84532 }]
 * await guardPayment({ payer: sender, payee: recipient, amount: 25_000_000n, chains })
 */
export async function guardPayment(
  payment: Payment,
  { skipRiskCheck, ...options }: PaymentGuardOptions = {},
): Promise<RiskReport | undefined> {
  const { acknowledgement, checkOptions } = options
  if (acknowledgement) assertNamesAmount(acknowledgement)
  if (skipRiskCheck === true || isOneself(payment, checkOptions)) return undefined
  return passPayment(payment, options)
}

function isOneself({ payer, payee }: Payment, { own = [] }: PaymentGuardOptions['checkOptions'] = {}): boolean {
  const paid = parseAddress('payee', payee)
  return [parseAddress('payer', payer), ...own].some((address) => isAddressEqual(address, paid))
}
