'use client'
import { getConfigQueryOptions } from '../query/getConfigQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads registered terms; `null` where they are not registered. */
export const useTransferConfig: ReadHook<typeof getConfigQueryOptions> = /* @__PURE__ */ readHook(getConfigQueryOptions)
