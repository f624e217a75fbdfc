'use client'
import { checkQueryOptions } from '../query/checkQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads what the firewall says about a payment. For showing: a send checks again by itself. */
export const useCheck: ReadHook<typeof checkQueryOptions> = /* @__PURE__ */ readHook(checkQueryOptions)
