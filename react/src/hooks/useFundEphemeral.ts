'use client'
import { fundEphemeralMutationOptions } from '../query/fundEphemeralMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Funds a box from the connected account, as `fundEphemeral` of the SDK. */
export const useFundEphemeral: WriteHook<typeof fundEphemeralMutationOptions> =
  /* @__PURE__ */ writeHook(fundEphemeralMutationOptions)
