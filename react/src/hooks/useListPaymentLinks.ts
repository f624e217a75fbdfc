'use client'
import { listPaymentLinksQueryOptions } from '../query/listPaymentLinksQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the payment links that an account has sent, newest first. */
export const useListPaymentLinks: ReadHook<typeof listPaymentLinksQueryOptions> =
  /* @__PURE__ */ readHook(listPaymentLinksQueryOptions)
