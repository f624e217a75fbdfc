'use client'
import { getBridgeStatusQueryOptions } from '../query/getBridgeStatusQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads where the issuer says a burn is. */
export const useBridgeStatus: ReadHook<typeof getBridgeStatusQueryOptions> =
  /* @__PURE__ */ readHook(getBridgeStatusQueryOptions)
