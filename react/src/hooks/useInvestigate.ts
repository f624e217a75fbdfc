'use client'
import { investigateQueryOptions } from '../query/investigateQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads a second opinion on a payment. */
export const useInvestigate: ReadHook<typeof investigateQueryOptions> =
  /* @__PURE__ */ readHook(investigateQueryOptions)
