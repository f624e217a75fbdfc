'use client'
import { cancelMutationOptions } from '../query/cancelMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Takes the money of a transfer back, as `cancel` of the SDK. */
export const useCancel: WriteHook<typeof cancelMutationOptions> = /* @__PURE__ */ writeHook(cancelMutationOptions)
