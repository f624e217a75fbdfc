'use client'
import { rekeyMutationOptions } from '../query/rekeyMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Gives a transfer a new code, as `rekey` of the SDK. */
export const useRekey: WriteHook<typeof rekeyMutationOptions> = /* @__PURE__ */ writeHook(rekeyMutationOptions)
