'use client'
import { approveVaultMutationOptions } from '../query/approveVaultMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Lets a vault take an amount, as `approveVault` of the SDK. */
export const useApproveVault: WriteHook<typeof approveVaultMutationOptions> =
  /* @__PURE__ */ writeHook(approveVaultMutationOptions)
