'use client'
import { quoteHubSpendQueryOptions } from '../query/quoteHubSpendQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads what a spend of the Hub costs. */
export const useQuoteHubSpend: ReadHook<typeof quoteHubSpendQueryOptions> =
  /* @__PURE__ */ readHook(quoteHubSpendQueryOptions)
