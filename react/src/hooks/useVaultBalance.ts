'use client'
import { vaultBalanceQueryOptions } from '../query/vaultBalanceQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads an owner's balance in a vault. */
export const useVaultBalance: ReadHook<typeof vaultBalanceQueryOptions> =
  /* @__PURE__ */ readHook(vaultBalanceQueryOptions)
