'use client'
import { findLinkPaymentsQueryOptions } from '../query/findLinkPaymentsQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the transactions in which links have paid an account. */
export const useFindLinkPayments: ReadHook<typeof findLinkPaymentsQueryOptions> =
  /* @__PURE__ */ readHook(findLinkPaymentsQueryOptions)
