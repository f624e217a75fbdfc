'use client'
import { signCancelMutationOptions } from '../query/signCancelMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Signs a cancellation, as `signCancel` of the SDK. The signature goes into the journal, under the id that is
 * returned.
 */
export const useSignCancel: WriteHook<typeof signCancelMutationOptions> =
  /* @__PURE__ */ writeHook(signCancelMutationOptions)
