import { GuardRefusedError } from '@holdfast/sdk/errors'
import { findRecentRefusal } from './internal/recentRefusals.js'

/**
 * Finds the guard's refusal in what a client or wallet library threw, however deep it is nested. If the library kept only the
 * revert data of the error, as older viem and ethers' `BrowserProvider` do, it is the last refusal of this process with that data.
 *
 * @returns `undefined` where the guard refused nothing.
 * @example
 * try {
 *   await walletClient.sendTransaction({ account, chain: null, to: recipient, value: 1n })
 * } catch (error) {
 *   const refusal = refusalOf(error)
 *   if (refusal) console.error(refusal.shortMessage, refusal.report?.reasons)
 * }
 */
export function refusalOf(error: unknown): GuardRefusedError | undefined {
  const seen = new Set<unknown>()
  const queue: unknown[] = [error]
  let byData: GuardRefusedError | undefined
  for (const current of queue) {
    if (current instanceof GuardRefusedError) return current
    if (typeof current !== 'object' || current === null || seen.has(current)) continue
    seen.add(current)
    // An object, by the condition.
    const fields = current as Record<string, unknown>
    // viem keeps the original as `cause`, ethers as `error` and in `info.error`.
    for (const key of ['cause', 'error', 'info'] as const) if (key in fields) queue.push(fields[key])
    // viem has the data decoded there, and as it came in `raw`.
    for (const key of ['raw', 'data'] as const) if (key in fields) byData ??= findRecentRefusal(fields[key])
  }
  return byData
}
