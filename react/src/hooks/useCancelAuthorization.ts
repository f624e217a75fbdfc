'use client'
import { cancelAuthorizationMutationOptions } from '../query/cancelAuthorizationMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Makes a signed authorization useless, as `cancelAuthorization` of the SDK. */
export const useCancelAuthorization: WriteHook<typeof cancelAuthorizationMutationOptions> = /* @__PURE__ */ writeHook(
  cancelAuthorizationMutationOptions,
)
