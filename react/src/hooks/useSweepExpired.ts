'use client'
import { sweepExpiredMutationOptions } from '../query/sweepExpiredMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Takes the rest of an expired box back, as `sweepExpired` of the SDK. */
export const useSweepExpired: WriteHook<typeof sweepExpiredMutationOptions> =
  /* @__PURE__ */ writeHook(sweepExpiredMutationOptions)
