'use client'
import { claimWithKeyMutationOptions } from '../query/claimWithKeyMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Claims a transfer with the signature of its claim key, as `claimWithKey` of the SDK. */
export const useClaimWithKey: WriteHook<typeof claimWithKeyMutationOptions> =
  /* @__PURE__ */ writeHook(claimWithKeyMutationOptions)
