'use client'
import { announceStealthBoxMutationOptions } from '../query/announceStealthBoxMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Announces a box of a stealth owner, as `announceStealthBox` of the SDK. */
export const useAnnounceStealthBox: WriteHook<typeof announceStealthBoxMutationOptions> = /* @__PURE__ */ writeHook(
  announceStealthBoxMutationOptions,
)
