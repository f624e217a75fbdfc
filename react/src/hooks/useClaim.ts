'use client'
import { claimMutationOptions } from '../query/claimMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Claims a protected transfer with its code, as `claim` of the SDK. */
export const useClaim: WriteHook<typeof claimMutationOptions> = /* @__PURE__ */ writeHook(claimMutationOptions)
