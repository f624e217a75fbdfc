'use client'
import { addHubDelegateMutationOptions } from '../query/addHubDelegateMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Lets another account spend the Hub balance, as `addHubDelegate` of the SDK. */
export const useAddHubDelegate: WriteHook<typeof addHubDelegateMutationOptions> =
  /* @__PURE__ */ writeHook(addHubDelegateMutationOptions)
