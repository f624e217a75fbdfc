'use client'
import { awaitBoxFundedQueryOptions } from '../query/awaitBoxFundedQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads whether an amount has arrived in a box in time. */
export const useAwaitBoxFunded: ReadHook<typeof awaitBoxFundedQueryOptions> =
  /* @__PURE__ */ readHook(awaitBoxFundedQueryOptions)
