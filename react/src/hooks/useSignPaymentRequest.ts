'use client'
import { signPaymentRequestMutationOptions } from '../query/signPaymentRequestMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Signs a payment request, as `signPaymentRequest` of the SDK. The signature goes into the journal, under the id
 * that is returned.
 */
export const useSignPaymentRequest: WriteHook<typeof signPaymentRequestMutationOptions> = /* @__PURE__ */ writeHook(
  signPaymentRequestMutationOptions,
)
