'use client'
import { quoteBridgeQueryOptions } from '../query/quoteBridgeQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads what a transfer over the Bridge costs. */
export const useQuoteBridge: ReadHook<typeof quoteBridgeQueryOptions> =
  /* @__PURE__ */ readHook(quoteBridgeQueryOptions)
