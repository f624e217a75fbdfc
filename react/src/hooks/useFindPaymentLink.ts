'use client'
import { findPaymentLinkQueryOptions } from '../query/findPaymentLinkQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the open transfer of a link secret, which the journal holds under `entry`; `null` where there is none yet. */
export const useFindPaymentLink: ReadHook<typeof findPaymentLinkQueryOptions> =
  /* @__PURE__ */ readHook(findPaymentLinkQueryOptions)
