'use client'
import { submitSendWitnessMutationOptions } from '../query/submitSendWitnessMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Submits a signed send (Permit2 with a witness), as `submitSendWitness` of the SDK. */
export const useSubmitSendWitness: WriteHook<typeof submitSendWitnessMutationOptions> = /* @__PURE__ */ writeHook(
  submitSendWitnessMutationOptions,
)
