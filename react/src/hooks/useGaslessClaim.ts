'use client'
import { gaslessClaimMutationOptions } from '../query/gaslessClaimMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Claims a protected transfer through the service, without gas; a claim that does not pay is the result, not an
 * error, as `gaslessClaim` of the SDK's service client.
 */
export const useGaslessClaim: WriteHook<typeof gaslessClaimMutationOptions> =
  /* @__PURE__ */ writeHook(gaslessClaimMutationOptions)
