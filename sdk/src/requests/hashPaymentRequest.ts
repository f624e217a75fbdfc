import { type Hash, hashTypedData } from 'viem'
import { requestMessage } from './internal/requestMessage.js'
import type { PaymentRequest } from './types.js'

/**
 * The EIP-712 hash of a request: its identity, whatever signature it carries. Keep it with each payment and ask before paying
 * the same one again: {@link findPaidRequest}.
 *
 * @throws {@link RequestMalformedError}
 * @example
 * const hash = hashPaymentRequest(readPaymentRequest(text))
 */
export function hashPaymentRequest(request: PaymentRequest): Hash {
  return hashTypedData(requestMessage(request))
}
