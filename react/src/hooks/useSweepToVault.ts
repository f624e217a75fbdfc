'use client'
import { sweepToVaultMutationOptions } from '../query/sweepToVaultMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Takes the rest of a box back, as `sweepToVault` of the SDK. */
export const useSweepToVault: WriteHook<typeof sweepToVaultMutationOptions> =
  /* @__PURE__ */ writeHook(sweepToVaultMutationOptions)
