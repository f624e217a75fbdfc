'use client'
import { getBoxQueryOptions } from '../query/getBoxQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads a box with its terms, state and balance. */
export const useBox: ReadHook<typeof getBoxQueryOptions> = /* @__PURE__ */ readHook(getBoxQueryOptions)
