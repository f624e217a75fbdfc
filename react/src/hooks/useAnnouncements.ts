'use client'
import { announcementsQueryOptions } from '../query/announcementsQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads one page of stealth announcements. */
export const useAnnouncements: ReadHook<typeof announcementsQueryOptions> =
  /* @__PURE__ */ readHook(announcementsQueryOptions)
