'use client'
import { explorerUsableQueryOptions } from '../query/explorerUsableQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads whether the explorer of the chain can be relied on. */
export const useExplorerUsable: ReadHook<typeof explorerUsableQueryOptions> =
  /* @__PURE__ */ readHook(explorerUsableQueryOptions)
