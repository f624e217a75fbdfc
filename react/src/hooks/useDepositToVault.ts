'use client'
import { depositToVaultMutationOptions } from '../query/depositToVaultMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Deposits into a vault, as `depositToVault` of the SDK. */
export const useDepositToVault: WriteHook<typeof depositToVaultMutationOptions> =
  /* @__PURE__ */ writeHook(depositToVaultMutationOptions)
