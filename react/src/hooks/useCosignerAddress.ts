'use client'
import { cosignerAddressQueryOptions } from '../query/cosignerAddressQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads what new boxes name as their co-signer. */
export const useCosignerAddress: ReadHook<typeof cosignerAddressQueryOptions> =
  /* @__PURE__ */ readHook(cosignerAddressQueryOptions)
