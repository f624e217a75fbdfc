'use client'
import { waitForClaimQueryOptions } from '../query/waitForClaimQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads how a claim ended whose receipt did not come in time. */
export const useWaitForClaim: ReadHook<typeof waitForClaimQueryOptions> =
  /* @__PURE__ */ readHook(waitForClaimQueryOptions)
