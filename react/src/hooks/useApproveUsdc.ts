'use client'
import { approveUsdcMutationOptions } from '../query/approveUsdcMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Lets the transfer contract take an amount, as `approveUsdc` of the SDK. */
export const useApproveUsdc: WriteHook<typeof approveUsdcMutationOptions> =
  /* @__PURE__ */ writeHook(approveUsdcMutationOptions)
