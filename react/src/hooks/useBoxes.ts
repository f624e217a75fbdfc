'use client'
import { boxesQueryOptions } from '../query/boxesQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads the boxes that were made for an owner. */
export const useBoxes: ReadHook<typeof boxesQueryOptions> = /* @__PURE__ */ readHook(boxesQueryOptions)
