'use client'
import { buildDossierQueryOptions } from '../query/buildDossierQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads facts about the target of a payment. */
export const useBuildDossier: ReadHook<typeof buildDossierQueryOptions> =
  /* @__PURE__ */ readHook(buildDossierQueryOptions)
