'use client'
import { resumeBridgeMutationOptions } from '../query/resumeBridgeMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Goes on with a transfer over the Bridge, as `resumeBridge` of the SDK. */
export const useResumeBridge: WriteHook<typeof resumeBridgeMutationOptions> =
  /* @__PURE__ */ writeHook(resumeBridgeMutationOptions)
