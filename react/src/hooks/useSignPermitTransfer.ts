'use client'
import { signPermitTransferMutationOptions } from '../query/signPermitTransferMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Signs a Permit2 transfer, as `signPermitTransfer` of the SDK. The signature goes into the journal, under the id
 * that is returned.
 */
export const useSignPermitTransfer: WriteHook<typeof signPermitTransferMutationOptions> = /* @__PURE__ */ writeHook(
  signPermitTransferMutationOptions,
)
