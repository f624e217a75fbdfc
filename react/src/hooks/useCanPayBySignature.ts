'use client'
import { canPayBySignatureQueryOptions } from '../query/canPayBySignatureQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads whether the connected account can pay by a signature alone. `account` is the connected one. */
export const useCanPayBySignature: ReadHook<typeof canPayBySignatureQueryOptions> =
  /* @__PURE__ */ readHook(canPayBySignatureQueryOptions)
