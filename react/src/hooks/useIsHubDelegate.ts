'use client'
import { isHubDelegateQueryOptions } from '../query/isHubDelegateQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads whether an account may spend a depositor's Hub balance. */
export const useIsHubDelegate: ReadHook<typeof isHubDelegateQueryOptions> =
  /* @__PURE__ */ readHook(isHubDelegateQueryOptions)
