'use client'
import { sendProtectedBatchWithWitnessMutationOptions } from '../query/sendProtectedBatchWithWitnessMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Locks USDC for several recipients by one signature (Permit2 with a witness), as `sendProtectedBatchWithWitness`
 * of the SDK.
 */
export const useSendProtectedBatchWithWitness: WriteHook<typeof sendProtectedBatchWithWitnessMutationOptions> =
  /* @__PURE__ */ writeHook(sendProtectedBatchWithWitnessMutationOptions)
