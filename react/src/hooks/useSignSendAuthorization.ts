'use client'
import { signSendAuthorizationMutationOptions } from '../query/signSendAuthorizationMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Signs a send that anyone may submit (EIP-3009), as `signSendAuthorization` of the SDK. The signature goes into
 * the journal, under the id that is returned.
 */
export const useSignSendAuthorization: WriteHook<typeof signSendAuthorizationMutationOptions> =
  /* @__PURE__ */ writeHook(signSendAuthorizationMutationOptions)
