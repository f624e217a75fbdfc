'use client'
import { signSendWitnessMutationOptions } from '../query/signSendWitnessMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/**
 * Signs a send that anyone may submit (Permit2 with a witness), as `signSendWitness` of the SDK. The signature goes
 * into the journal, under the id that is returned.
 */
export const useSignSendWitness: WriteHook<typeof signSendWitnessMutationOptions> =
  /* @__PURE__ */ writeHook(signSendWitnessMutationOptions)
