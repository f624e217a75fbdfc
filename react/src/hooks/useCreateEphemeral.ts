'use client'
import { createEphemeralMutationOptions } from '../query/createEphemeralMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Creates a box, as `createEphemeral` of the SDK. */
export const useCreateEphemeral: WriteHook<typeof createEphemeralMutationOptions> =
  /* @__PURE__ */ writeHook(createEphemeralMutationOptions)
