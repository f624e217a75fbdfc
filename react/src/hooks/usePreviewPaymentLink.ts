'use client'
import { previewPaymentLinkQueryOptions } from '../query/previewPaymentLinkQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads what a link leads to. The journal holds the link under `entry`. */
export const usePreviewPaymentLink: ReadHook<typeof previewPaymentLinkQueryOptions> =
  /* @__PURE__ */ readHook(previewPaymentLinkQueryOptions)
