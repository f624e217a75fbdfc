'use client'
import { initiateHubWithdrawalMutationOptions } from '../query/initiateHubWithdrawalMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Begins a withdrawal from the Hub on chain, as `initiateHubWithdrawal` of the SDK. */
export const useInitiateHubWithdrawal: WriteHook<typeof initiateHubWithdrawalMutationOptions> =
  /* @__PURE__ */ writeHook(initiateHubWithdrawalMutationOptions)
