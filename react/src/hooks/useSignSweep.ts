'use client'
import { signSweepMutationOptions } from '../query/signSweepMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Signs a sweep of a box, as `signSweep` of the SDK. The signature goes into the journal, under the id that is
 * returned.
 */
export const useSignSweep: WriteHook<typeof signSweepMutationOptions> =
  /* @__PURE__ */ writeHook(signSweepMutationOptions)
