'use client'
import { findForwardedMintQueryOptions } from '../query/findForwardedMintQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the transaction that minted a burn; `null` where it is not minted yet. */
export const useFindForwardedMint: ReadHook<typeof findForwardedMintQueryOptions> =
  /* @__PURE__ */ readHook(findForwardedMintQueryOptions)
