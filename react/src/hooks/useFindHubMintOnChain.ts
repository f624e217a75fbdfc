'use client'
import { findHubMintOnChainQueryOptions } from '../query/findHubMintOnChainQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the state of a spend of the Hub, read from its destination. */
export const useFindHubMintOnChain: ReadHook<typeof findHubMintOnChainQueryOptions> =
  /* @__PURE__ */ readHook(findHubMintOnChainQueryOptions)
