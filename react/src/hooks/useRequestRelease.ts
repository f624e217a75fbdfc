'use client'
import { requestReleaseMutationOptions } from '../query/requestReleaseMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Asks the sender of an open transfer to release it, as `requestRelease` of the SDK. */
export const useRequestRelease: WriteHook<typeof requestReleaseMutationOptions> =
  /* @__PURE__ */ writeHook(requestReleaseMutationOptions)
