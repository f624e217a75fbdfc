'use client'
import { bridgeFromWalletMutationOptions } from '../query/bridgeFromWalletMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Moves USDC over the Bridge, as `bridgeFromWallet` of the SDK. */
export const useBridgeFromWallet: WriteHook<typeof bridgeFromWalletMutationOptions> = /* @__PURE__ */ writeHook(
  bridgeFromWalletMutationOptions,
)
