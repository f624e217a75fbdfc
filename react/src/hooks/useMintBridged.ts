'use client'
import { mintBridgedMutationOptions } from '../query/mintBridgedMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Mints an attested burn, as `mintBridged` of the SDK. */
export const useMintBridged: WriteHook<typeof mintBridgedMutationOptions> =
  /* @__PURE__ */ writeHook(mintBridgedMutationOptions)
