'use client'
import { getCleanHistoryQueryOptions } from '../query/getCleanHistoryQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the history of an account without baits. */
export const useCleanHistory: ReadHook<typeof getCleanHistoryQueryOptions> =
  /* @__PURE__ */ readHook(getCleanHistoryQueryOptions)
