'use client'
import { healthQueryOptions } from '../query/healthQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads whether the service is up. */
export const useHealth: ReadHook<typeof healthQueryOptions> = /* @__PURE__ */ readHook(healthQueryOptions)
