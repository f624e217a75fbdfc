'use client'
import { approvePermitMutationOptions } from '../query/approvePermitMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Lets Permit2 take an amount, as `approvePermit` of the SDK. */
export const useApprovePermit: WriteHook<typeof approvePermitMutationOptions> =
  /* @__PURE__ */ writeHook(approvePermitMutationOptions)
