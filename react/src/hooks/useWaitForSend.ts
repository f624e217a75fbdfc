'use client'
import { waitForSendQueryOptions } from '../query/waitForSendQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads how a send ended whose receipt did not come in time. */
export const useWaitForSend: ReadHook<typeof waitForSendQueryOptions> =
  /* @__PURE__ */ readHook(waitForSendQueryOptions)
