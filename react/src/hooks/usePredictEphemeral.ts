'use client'
import { predictEphemeralQueryOptions } from '../query/predictEphemeralQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the address that a box will have. */
export const usePredictEphemeral: ReadHook<typeof predictEphemeralQueryOptions> =
  /* @__PURE__ */ readHook(predictEphemeralQueryOptions)
