'use client'
import { completeHubWithdrawalMutationOptions } from '../query/completeHubWithdrawalMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Completes a withdrawal from the Hub on chain, as `completeHubWithdrawal` of the SDK. */
export const useCompleteHubWithdrawal: WriteHook<typeof completeHubWithdrawalMutationOptions> =
  /* @__PURE__ */ writeHook(completeHubWithdrawalMutationOptions)
