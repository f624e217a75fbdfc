'use client'
import { sendProtectedBatchWithAuthorizationMutationOptions } from '../query/sendProtectedBatchWithAuthorizationMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Locks USDC for several recipients by one signature (EIP-3009), as `sendProtectedBatchWithAuthorization` of the
 * SDK.
 */
export const useSendProtectedBatchWithAuthorization: WriteHook<
  typeof sendProtectedBatchWithAuthorizationMutationOptions
> = /* @__PURE__ */ writeHook(sendProtectedBatchWithAuthorizationMutationOptions)
