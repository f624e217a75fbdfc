import type { GuardRefusedError } from '@holdfast/sdk/errors'
import { MAX_ACKNOWLEDGEMENT_AGE_MS } from '@holdfast/sdk/risk'
import type { Hex } from 'viem'
import { sweepLater } from './sweepLater.js'

/** By the revert data of each refusal, the newest last. */
const recent = new Map<Hex, { refusal: GuardRefusedError; at: number }>()

const maxRecent = 100

const forgetInTime = /* @__PURE__ */ sweepLater(() => {
  for (const [data, { at }] of recent) {
    const leftMs = at + MAX_ACKNOWLEDGEMENT_AGE_MS - Date.now()
    if (leftMs > 0) return leftMs
    recent.delete(data)
  }
  return undefined
})

/** Keeps a refusal for {@link findRecentRefusal}, for 15 minutes. */
export function keepRecentRefusal(data: Hex, refusal: GuardRefusedError): void {
  recent.delete(data)
  recent.set(data, { refusal, at: Date.now() })
  const [oldest] = recent.keys()
  if (recent.size > maxRecent && oldest !== undefined) recent.delete(oldest)
  forgetInTime()
}

/**
 * The refusal that was thrown with this revert data. Older viem and ethers' `BrowserProvider` copy the data of an error and
 * drop the error itself.
 */
export function findRecentRefusal(data: unknown): GuardRefusedError | undefined {
  // A key of another type is not in the map.
  return recent.get(data as Hex)?.refusal
}
