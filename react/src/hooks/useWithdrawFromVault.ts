'use client'
import { withdrawFromVaultMutationOptions } from '../query/withdrawFromVaultMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Withdraws from a vault, as `withdrawFromVault` of the SDK. */
export const useWithdrawFromVault: WriteHook<typeof withdrawFromVaultMutationOptions> = /* @__PURE__ */ writeHook(
  withdrawFromVaultMutationOptions,
)
