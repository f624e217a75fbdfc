export type { RequestProblem } from '../errors/request.js'
export type { AddressSource } from '../errors/risk.js'
export { findPaidRequest, type PaidRequest } from './findPaidRequest.js'
export { paymentRequestFile, paymentRequestLink, paymentRequestUri } from './formatPaymentRequest.js'
export { hashPaymentRequest } from './hashPaymentRequest.js'
export { paymentOfRequest } from './paymentOfRequest.js'
export { readPaymentRequest } from './readPaymentRequest.js'
export {
  type SignPaymentRequestOptions,
  type SignPaymentRequestParams,
  signPaymentRequest,
} from './signPaymentRequest.js'
export type { PaymentRequest, SignedPaymentRequest } from './types.js'
export { type VerifiedPaymentRequest, verifyPaymentRequest } from './verifyPaymentRequest.js'
