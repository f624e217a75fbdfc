'use client'
import { checkPaymentQueryOptions } from '../query/checkPaymentQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads what the firewall says about a payment across chains. For display only: a send runs its own check. */
export const useCheckPayment: ReadHook<typeof checkPaymentQueryOptions> =
  /* @__PURE__ */ readHook(checkPaymentQueryOptions)
