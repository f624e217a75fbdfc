'use client'
import { waitHubMintQueryOptions } from '../query/waitHubMintQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads how a spend of the Hub ends, waited for. */
export const useWaitHubMint: ReadHook<typeof waitHubMintQueryOptions> =
  /* @__PURE__ */ readHook(waitHubMintQueryOptions)
