'use client'
import { submitPayMutationOptions } from '../query/submitPayMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Pays out of a box with the signature of its co-signer, as `submitPay` of the SDK. */
export const useSubmitPay: WriteHook<typeof submitPayMutationOptions> =
  /* @__PURE__ */ writeHook(submitPayMutationOptions)
