'use client'
import { signBatchWitnessMutationOptions } from '../query/signBatchWitnessMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Signs a batch that anyone may submit (Permit2 with a witness), as `signBatchWitness` of the SDK. The signature
 * goes into the journal, under the id that is returned.
 */
export const useSignBatchWitness: WriteHook<typeof signBatchWitnessMutationOptions> = /* @__PURE__ */ writeHook(
  signBatchWitnessMutationOptions,
)
