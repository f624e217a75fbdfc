'use client'
import { relayAnnounceMutationOptions } from '../query/relayAnnounceMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Has the service announce a box, as `relayAnnounce` of the SDK's service client. Unfinished work is a result, not an
 * error.
 */
export const useRelayAnnounce: WriteHook<typeof relayAnnounceMutationOptions> =
  /* @__PURE__ */ writeHook(relayAnnounceMutationOptions)
