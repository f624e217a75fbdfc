'use client'
import { sendProtectedBatchMutationOptions } from '../query/sendProtectedBatchMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Locks USDC for several recipients, all or none, as `sendProtectedBatch` of the SDK. */
export const useSendProtectedBatch: WriteHook<typeof sendProtectedBatchMutationOptions> = /* @__PURE__ */ writeHook(
  sendProtectedBatchMutationOptions,
)
