'use client'
import { findTransferQueryOptions } from '../query/findTransferQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads a transfer by its sender and claim hash; `null` where there is none yet. */
export const useFindTransfer: ReadHook<typeof findTransferQueryOptions> =
  /* @__PURE__ */ readHook(findTransferQueryOptions)
