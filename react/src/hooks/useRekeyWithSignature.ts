'use client'
import { rekeyWithSignatureMutationOptions } from '../query/rekeyWithSignatureMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Gives a transfer a new code with its sender's signature, as `rekeyWithSignature` of the SDK. */
export const useRekeyWithSignature: WriteHook<typeof rekeyWithSignatureMutationOptions> = /* @__PURE__ */ writeHook(
  rekeyWithSignatureMutationOptions,
)
