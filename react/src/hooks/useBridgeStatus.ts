'use client'
import { getBridgeStatusQueryOptions } from '../query/getBridgeStatusQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the state of a burn, as the issuer reports it. */
export const useBridgeStatus: ReadHook<typeof getBridgeStatusQueryOptions> =
  /* @__PURE__ */ readHook(getBridgeStatusQueryOptions)
