'use client'
import { releaseWithSignatureMutationOptions } from '../query/releaseWithSignatureMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Pays an open transfer with its sender's signature, as `releaseWithSignature` of the SDK. */
export const useReleaseWithSignature: WriteHook<typeof releaseWithSignatureMutationOptions> = /* @__PURE__ */ writeHook(
  releaseWithSignatureMutationOptions,
)
