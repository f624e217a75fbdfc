'use client'
import { registerConfigMutationOptions } from '../query/registerConfigMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Registers terms, as `registerConfig` of the SDK. */
export const useRegisterConfig: WriteHook<typeof registerConfigMutationOptions> =
  /* @__PURE__ */ writeHook(registerConfigMutationOptions)
