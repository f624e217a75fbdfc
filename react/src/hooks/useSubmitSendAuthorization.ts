'use client'
import { submitSendAuthorizationMutationOptions } from '../query/submitSendAuthorizationMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Submits a signed send (EIP-3009), as `submitSendAuthorization` of the SDK. */
export const useSubmitSendAuthorization: WriteHook<typeof submitSendAuthorizationMutationOptions> =
  /* @__PURE__ */ writeHook(submitSendAuthorizationMutationOptions)
