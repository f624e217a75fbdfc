'use client'
import { findHubMintQueryOptions } from '../query/findHubMintQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the state of a spend of the Hub. */
export const useFindHubMint: ReadHook<typeof findHubMintQueryOptions> =
  /* @__PURE__ */ readHook(findHubMintQueryOptions)
