'use client'
import { verifiedRecipientsQueryOptions } from '../query/verifiedRecipientsQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads whom a sender's protected transfers have reached. */
export const useVerifiedRecipients: ReadHook<typeof verifiedRecipientsQueryOptions> =
  /* @__PURE__ */ readHook(verifiedRecipientsQueryOptions)
