'use client'
import { removeHubDelegateMutationOptions } from '../query/removeHubDelegateMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Takes the right of a delegate back, as `removeHubDelegate` of the SDK. */
export const useRemoveHubDelegate: WriteHook<typeof removeHubDelegateMutationOptions> = /* @__PURE__ */ writeHook(
  removeHubDelegateMutationOptions,
)
