'use client'
import { claimWithKeyBatchMutationOptions } from '../query/claimWithKeyBatchMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Claims several transfers with the signatures of their claim keys, as `claimWithKeyBatch` of the SDK. */
export const useClaimWithKeyBatch: WriteHook<typeof claimWithKeyBatchMutationOptions> = /* @__PURE__ */ writeHook(
  claimWithKeyBatchMutationOptions,
)
