'use client'
import { signBatchAuthorizationMutationOptions } from '../query/signBatchAuthorizationMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Signs a batch that anyone may submit (EIP-3009), as `signBatchAuthorization` of the SDK. The signature goes into
 * the journal, under the id that is returned.
 */
export const useSignBatchAuthorization: WriteHook<typeof signBatchAuthorizationMutationOptions> =
  /* @__PURE__ */ writeHook(signBatchAuthorizationMutationOptions)
