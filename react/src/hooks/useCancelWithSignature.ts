'use client'
import { cancelWithSignatureMutationOptions } from '../query/cancelWithSignatureMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Takes the money of a transfer back with its sender's signature, as `cancelWithSignature` of the SDK. */
export const useCancelWithSignature: WriteHook<typeof cancelWithSignatureMutationOptions> = /* @__PURE__ */ writeHook(
  cancelWithSignatureMutationOptions,
)
