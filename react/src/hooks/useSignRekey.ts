'use client'
import { signRekeyMutationOptions } from '../query/signRekeyMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Signs a new code, as `signRekey` of the SDK. The signature goes into the journal, under the id that is returned. */
export const useSignRekey: WriteHook<typeof signRekeyMutationOptions> =
  /* @__PURE__ */ writeHook(signRekeyMutationOptions)
