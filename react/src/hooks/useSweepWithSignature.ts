'use client'
import { sweepWithSignatureMutationOptions } from '../query/sweepWithSignatureMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Takes the rest of a box back with its vault's signature, as `sweepWithSignature` of the SDK. */
export const useSweepWithSignature: WriteHook<typeof sweepWithSignatureMutationOptions> = /* @__PURE__ */ writeHook(
  sweepWithSignatureMutationOptions,
)
