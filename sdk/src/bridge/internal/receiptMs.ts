import type { WriteChain } from '../../chain/registry.js'

/** How long a transaction is waited for at most. */
const longestMs = 120_000

/** Long enough for a transaction that is on its way to be mined. */
export function soonMs({ blockTimeMs }: WriteChain): number {
  return Math.max(2_000, 4 * blockTimeMs)
}

/** How long a receipt is waited for: who has no patience for the issuer still lets the chain make its blocks. */
export function receiptMs(chain: WriteChain, timeoutMs: number = longestMs): number {
  return Math.min(Math.max(timeoutMs, soonMs(chain)), longestMs)
}
