'use client'
import { reclaimExpiredMutationOptions } from '../query/reclaimExpiredMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Returns the money of an expired transfer to its sender, as `reclaimExpired` of the SDK. */
export const useReclaimExpired: WriteHook<typeof reclaimExpiredMutationOptions> =
  /* @__PURE__ */ writeHook(reclaimExpiredMutationOptions)
