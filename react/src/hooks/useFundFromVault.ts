'use client'
import { fundFromVaultMutationOptions } from '../query/fundFromVaultMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Funds a box from a vault, as `fundFromVault` of the SDK. */
export const useFundFromVault: WriteHook<typeof fundFromVaultMutationOptions> =
  /* @__PURE__ */ writeHook(fundFromVaultMutationOptions)
