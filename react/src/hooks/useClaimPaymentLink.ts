'use client'
import { claimPaymentLinkMutationOptions } from '../query/claimPaymentLinkMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Claims what a link leads to. Call it on a press only, as `claimPaymentLink` of the SDK. */
export const useClaimPaymentLink: WriteHook<typeof claimPaymentLinkMutationOptions> = /* @__PURE__ */ writeHook(
  claimPaymentLinkMutationOptions,
)
