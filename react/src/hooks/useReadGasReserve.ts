'use client'
import { readGasReserveQueryOptions } from '../query/readGasReserveQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the USDC that gas needs, where gas is paid in USDC. */
export const useReadGasReserve: ReadHook<typeof readGasReserveQueryOptions> =
  /* @__PURE__ */ readHook(readGasReserveQueryOptions)
