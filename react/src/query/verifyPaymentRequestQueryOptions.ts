import { type SignedPaymentRequest, verifyPaymentRequest } from '@holdfast/sdk/requests'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/**
 * Options of a query for a payment request whose signature holds. Pass the same object each time: the key of the
 * query knows it by identity alone.
 */
export const verifyPaymentRequestQueryOptions: ReadBuilder<
  { signed: SignedPaymentRequest },
  Resolved<typeof verifyPaymentRequest>
> = /* @__PURE__ */ read({
  name: 'verifyPaymentRequest',
  needs: ['signed'],
  hidden: ['signed'],
  run: ({ client }, { signed }) => verifyPaymentRequest(client, signed),
})
