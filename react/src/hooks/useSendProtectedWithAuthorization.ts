'use client'
import { sendProtectedWithAuthorizationMutationOptions } from '../query/sendProtectedWithAuthorizationMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Locks USDC by one signature (EIP-3009), as `sendProtectedWithAuthorization` of the SDK. */
export const useSendProtectedWithAuthorization: WriteHook<typeof sendProtectedWithAuthorizationMutationOptions> =
  /* @__PURE__ */ writeHook(sendProtectedWithAuthorizationMutationOptions)
