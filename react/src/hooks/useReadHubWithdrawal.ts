'use client'
import { readHubWithdrawalQueryOptions } from '../query/readHubWithdrawalQueryOptions.js'
import { readHook } from './internal/readHook.js'
import type { ReadHook } from './types.js'

/** Reads a withdrawal from the Hub that was begun on chain. */
export const useReadHubWithdrawal: ReadHook<typeof readHubWithdrawalQueryOptions> =
  /* @__PURE__ */ readHook(readHubWithdrawalQueryOptions)
