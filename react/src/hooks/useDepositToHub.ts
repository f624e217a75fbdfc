'use client'
import { depositToHubMutationOptions } from '../query/depositToHubMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Deposits into the Hub, as `depositToHub` of the SDK. */
export const useDepositToHub: WriteHook<typeof depositToHubMutationOptions> =
  /* @__PURE__ */ writeHook(depositToHubMutationOptions)
