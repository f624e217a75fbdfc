import {
  type SignPaymentRequestOptions,
  type SignPaymentRequestParams,
  signPaymentRequest,
} from '@holdfast/sdk/requests'
import { sign } from './internal/write.js'
import type { Asked, SignBuilder } from './types.js'

/**
 * Options of a mutation. Signs a payment request, as `signPaymentRequest` of the SDK. The signature goes into the
 * journal, under the id that is returned.
 */
export const signPaymentRequestMutationOptions: SignBuilder<
  SignPaymentRequestParams & Asked<SignPaymentRequestOptions>
> = /* @__PURE__ */ sign({
  name: 'signPaymentRequest',
  run: async ({ clients }, { now, timeoutMs, ...params }) => ({
    signed: await signPaymentRequest(clients, params, { now, timeoutMs }),
  }),
})
