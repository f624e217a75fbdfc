'use client'
import { listOpenTransfersQueryOptions } from '../query/listOpenTransfersQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the transfers that a sender created without a recipient, newest first. */
export const useListOpenTransfers: ReadHook<typeof listOpenTransfersQueryOptions> =
  /* @__PURE__ */ readHook(listOpenTransfersQueryOptions)
