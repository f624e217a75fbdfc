'use client'
import { signReadyCancelMutationOptions } from '../query/signReadyCancelMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Signs the cancellation of a transfer in advance, as `signReadyCancel` of the SDK. The signature goes into the
 * journal, under the id that is returned.
 */
export const useSignReadyCancel: WriteHook<typeof signReadyCancelMutationOptions> =
  /* @__PURE__ */ writeHook(signReadyCancelMutationOptions)
