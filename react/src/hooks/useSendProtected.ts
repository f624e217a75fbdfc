'use client'
import { sendProtectedMutationOptions } from '../query/sendProtectedMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Locks USDC for a recipient, who claims it with the code, as `sendProtected` of the SDK. */
export const useSendProtected: WriteHook<typeof sendProtectedMutationOptions> =
  /* @__PURE__ */ writeHook(sendProtectedMutationOptions)
