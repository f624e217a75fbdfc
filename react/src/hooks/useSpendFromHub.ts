'use client'
import { spendFromHubMutationOptions } from '../query/spendFromHubMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Spends from the Hub balance, as `spendFromHub` of the SDK. */
export const useSpendFromHub: WriteHook<typeof spendFromHubMutationOptions> =
  /* @__PURE__ */ writeHook(spendFromHubMutationOptions)
