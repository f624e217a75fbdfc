'use client'
import { cancelBatchMutationOptions } from '../query/cancelBatchMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Takes the money of several transfers back, as `cancelBatch` of the SDK. */
export const useCancelBatch: WriteHook<typeof cancelBatchMutationOptions> =
  /* @__PURE__ */ writeHook(cancelBatchMutationOptions)
