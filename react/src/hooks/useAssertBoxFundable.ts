'use client'
import { assertBoxFundableQueryOptions } from '../query/assertBoxFundableQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads `true` where a box may be funded; fails with the reason where not. */
export const useAssertBoxFundable: ReadHook<typeof assertBoxFundableQueryOptions> =
  /* @__PURE__ */ readHook(assertBoxFundableQueryOptions)
