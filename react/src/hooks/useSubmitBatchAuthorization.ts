'use client'
import { submitBatchAuthorizationMutationOptions } from '../query/submitBatchAuthorizationMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Submits a signed batch (EIP-3009), as `submitBatchAuthorization` of the SDK. */
export const useSubmitBatchAuthorization: WriteHook<typeof submitBatchAuthorizationMutationOptions> =
  /* @__PURE__ */ writeHook(submitBatchAuthorizationMutationOptions)
