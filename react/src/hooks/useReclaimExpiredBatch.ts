'use client'
import { reclaimExpiredBatchMutationOptions } from '../query/reclaimExpiredBatchMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Returns the money of several expired transfers, as `reclaimExpiredBatch` of the SDK. */
export const useReclaimExpiredBatch: WriteHook<typeof reclaimExpiredBatchMutationOptions> = /* @__PURE__ */ writeHook(
  reclaimExpiredBatchMutationOptions,
)
