'use client'
import { submitPullMutationOptions } from '../query/submitPullMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Pulls from a box with the signature of its co-signer, as `submitPull` of the SDK. */
export const useSubmitPull: WriteHook<typeof submitPullMutationOptions> =
  /* @__PURE__ */ writeHook(submitPullMutationOptions)
