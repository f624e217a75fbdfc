'use client'
import { verifyForwardedMintQueryOptions } from '../query/verifyForwardedMintQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Asks both chains whether a transaction that the issuer names is the mint of a burn, as `verifyForwardedMint` of the SDK. */
export const useVerifyForwardedMint: ReadHook<typeof verifyForwardedMintQueryOptions> = /* @__PURE__ */ readHook(
  verifyForwardedMintQueryOptions,
)
