'use client'
import { createPaymentLinkMutationOptions } from '../query/createPaymentLinkMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Locks USDC for the holder of a link. The link itself is made of what the journal holds, by `formatPaymentLink`,
 * as `createPaymentLink` of the SDK.
 */
export const useCreatePaymentLink: WriteHook<typeof createPaymentLinkMutationOptions> = /* @__PURE__ */ writeHook(
  createPaymentLinkMutationOptions,
)
