'use client'
import { relayCreateMutationOptions } from '../query/relayCreateMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Has the service create a box; work that still goes on is a result, as `relayCreate` of the SDK's service client. */
export const useRelayCreate: WriteHook<typeof relayCreateMutationOptions> =
  /* @__PURE__ */ writeHook(relayCreateMutationOptions)
