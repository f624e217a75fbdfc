'use client'
import { getAllowanceQueryOptions } from '../query/getAllowanceQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the USDC that the transfer contract may take from an account. */
export const useAllowance: ReadHook<typeof getAllowanceQueryOptions> =
  /* @__PURE__ */ readHook(getAllowanceQueryOptions)
