'use client'
import { sendProtectedWithWitnessMutationOptions } from '../query/sendProtectedWithWitnessMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Locks USDC by one signature (Permit2 with a witness), as `sendProtectedWithWitness` of the SDK. */
export const useSendProtectedWithWitness: WriteHook<typeof sendProtectedWithWitnessMutationOptions> =
  /* @__PURE__ */ writeHook(sendProtectedWithWitnessMutationOptions)
