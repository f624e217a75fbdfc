'use client'
import { verifyPaymentRequestQueryOptions } from '../query/verifyPaymentRequestQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/**
 * Reads a payment request whose signature holds. Pass the same object each time: the key of the query knows it by
 * identity alone.
 */
export const useVerifyPaymentRequest: ReadHook<typeof verifyPaymentRequestQueryOptions> = /* @__PURE__ */ readHook(
  verifyPaymentRequestQueryOptions,
)
