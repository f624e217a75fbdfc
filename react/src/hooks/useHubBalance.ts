'use client'
import { hubBalanceQueryOptions } from '../query/hubBalanceQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads what a depositor can spend from the Hub, by chain. */
export const useHubBalance: ReadHook<typeof hubBalanceQueryOptions> = /* @__PURE__ */ readHook(hubBalanceQueryOptions)
