'use client'
import { resumeHubSpendMutationOptions } from '../query/resumeHubSpendMutationOptions.js'
import { writeHook } from './internal/writeHook.js'
import type { WriteHook } from './types.js'

/** Goes on with a spend of the Hub whose outcome is unknown, as `resumeHubSpend` of the SDK. */
export const useResumeHubSpend: WriteHook<typeof resumeHubSpendMutationOptions> =
  /* @__PURE__ */ writeHook(resumeHubSpendMutationOptions)
