'use client'
import { discoverStealthBoxesQueryOptions } from '../query/discoverStealthBoxesQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/**
 * Reads the boxes that were announced to stealth keys. Pass the same object of keys each time: the key of the query
 * knows it by identity alone.
 */
export const useDiscoverStealthBoxes: ReadHook<typeof discoverStealthBoxesQueryOptions> = /* @__PURE__ */ readHook(
  discoverStealthBoxesQueryOptions,
)
