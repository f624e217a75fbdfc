'use client'
import { submitBatchWitnessMutationOptions } from '../query/submitBatchWitnessMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Submits a signed batch (Permit2 with a witness), as `submitBatchWitness` of the SDK. */
export const useSubmitBatchWitness: WriteHook<typeof submitBatchWitnessMutationOptions> = /* @__PURE__ */ writeHook(
  submitBatchWitnessMutationOptions,
)
