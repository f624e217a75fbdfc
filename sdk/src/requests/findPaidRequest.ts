import type { Hash } from 'viem'
import { hashPaymentRequest } from './hashPaymentRequest.js'
import type { PaymentRequest } from './types.js'

/**
 * Finds the payments that a request has already led to, in the payer's own journal. Where there is one, ask before paying
 * again. A payment whose outcome is not known counts: record it before it is signed.
 *
 * @returns In the journal's order; empty for a request that was never paid.
 * @throws {@link RequestMalformedError}
 * @example
 * const request = readPaymentRequest(text)
 * const earlier = findPaidRequest(request, [{ requestHash: hashPaymentRequest(request), transferId: 42n }])
 * if (earlier.length > 0) console.log('This request was paid before.')
 */
export function findPaidRequest<payment extends PaidRequest>(
  request: PaymentRequest,
  payments: readonly payment[],
): payment[] {
  const hash = hashPaymentRequest(request)
  return payments.filter(({ requestHash }) => requestHash.toLowerCase() === hash)
}

/** A payment that a request led to, as the payer's own journal keeps it. */
export type PaidRequest = {
  /** Of `hashPaymentRequest`. */
  requestHash: Hash
}
