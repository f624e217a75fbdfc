'use client'
import { releaseMutationOptions } from '../query/releaseMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Pays an open transfer to the account that asked for it, as `release` of the SDK. */
export const useRelease: WriteHook<typeof releaseMutationOptions> = /* @__PURE__ */ writeHook(releaseMutationOptions)
