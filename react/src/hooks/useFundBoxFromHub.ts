'use client'
import { fundBoxFromHubMutationOptions } from '../query/fundBoxFromHubMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Funds a box from the Hub balance, as `fundBoxFromHub` of the SDK. */
export const useFundBoxFromHub: WriteHook<typeof fundBoxFromHubMutationOptions> =
  /* @__PURE__ */ writeHook(fundBoxFromHubMutationOptions)
