'use client'
import { signReleaseMutationOptions } from '../query/signReleaseMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Signs a release, as `signRelease` of the SDK. The signature goes into the journal, under the id that is returned. */
export const useSignRelease: WriteHook<typeof signReleaseMutationOptions> =
  /* @__PURE__ */ writeHook(signReleaseMutationOptions)
