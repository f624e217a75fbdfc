'use client'
import { findBurnsQueryOptions } from '../query/findBurnsQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads an account's burns on a chain. */
export const useFindBurns: ReadHook<typeof findBurnsQueryOptions> = /* @__PURE__ */ readHook(findBurnsQueryOptions)
