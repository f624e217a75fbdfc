'use client'
import { getPermitAllowanceQueryOptions } from '../query/getPermitAllowanceQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the USDC that Permit2 may take from an account. */
export const usePermitAllowance: ReadHook<typeof getPermitAllowanceQueryOptions> =
  /* @__PURE__ */ readHook(getPermitAllowanceQueryOptions)
