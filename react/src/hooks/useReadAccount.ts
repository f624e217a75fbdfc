'use client'
import { readAccountQueryOptions } from '../query/readAccountQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the state of a box. */
export const useReadAccount: ReadHook<typeof readAccountQueryOptions> =
  /* @__PURE__ */ readHook(readAccountQueryOptions)
