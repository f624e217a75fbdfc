'use client'
import { claimPaymentLinkMutationOptions } from '../query/claimPaymentLinkMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Claims the payment of a link, as `claimPaymentLink` of the SDK. Call it only when the person presses a button. */
export const useClaimPaymentLink: WriteHook<typeof claimPaymentLinkMutationOptions> = /* @__PURE__ */ writeHook(
  claimPaymentLinkMutationOptions,
)
