'use client'
import { hubDepositsQueryOptions } from '../query/hubDepositsQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the deposits that are on their way into the Hub. */
export const useHubDeposits: ReadHook<typeof hubDepositsQueryOptions> =
  /* @__PURE__ */ readHook(hubDepositsQueryOptions)
