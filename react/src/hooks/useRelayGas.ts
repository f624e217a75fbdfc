'use client'
import { relayGasMutationOptions } from '../query/relayGasMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Has the service give a fresh address gas; work that still goes on is a result, as `relayGas` of the SDK's service
 * client.
 */
export const useRelayGas: WriteHook<typeof relayGasMutationOptions> = /* @__PURE__ */ writeHook(relayGasMutationOptions)
