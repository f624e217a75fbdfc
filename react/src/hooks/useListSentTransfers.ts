'use client'
import { listSentTransfersQueryOptions } from '../query/listSentTransfersQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the transfers that a sender created, newest first. */
export const useListSentTransfers: ReadHook<typeof listSentTransfersQueryOptions> =
  /* @__PURE__ */ readHook(listSentTransfersQueryOptions)
