'use client'
import { waitForForwardedMintQueryOptions } from '../query/waitForForwardedMintQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the transaction that minted a burn, waited for; `null` where it is late. */
export const useWaitForForwardedMint: ReadHook<typeof waitForForwardedMintQueryOptions> = /* @__PURE__ */ readHook(
  waitForForwardedMintQueryOptions,
)
