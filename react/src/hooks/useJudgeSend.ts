'use client'
import { judgeSendQueryOptions } from '../query/judgeSendQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads what the firewall says now about a payment that is not claimed yet. */
export const useJudgeSend: ReadHook<typeof judgeSendQueryOptions> = /* @__PURE__ */ readHook(judgeSendQueryOptions)
