'use client'
import { waitForClaimQueryOptions } from '../query/waitForClaimQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the outcome of a claim whose receipt did not arrive in time. */
export const useWaitForClaim: ReadHook<typeof waitForClaimQueryOptions> =
  /* @__PURE__ */ readHook(waitForClaimQueryOptions)
