'use client'
import { sendProtectedWithPermitMutationOptions } from '../query/sendProtectedWithPermitMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Locks USDC by a permit signature, as `sendProtectedWithPermit` of the SDK. */
export const useSendProtectedWithPermit: WriteHook<typeof sendProtectedWithPermitMutationOptions> =
  /* @__PURE__ */ writeHook(sendProtectedWithPermitMutationOptions)
