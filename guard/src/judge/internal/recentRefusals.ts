import type { GuardRefusedError } from '@holdfast/sdk/errors'
import type { Hex } from 'viem'

/** By the revert data of each refusal, the newest last. */
const recent = new Map<Hex, GuardRefusedError>()

const maxRecent = 100

/** Keeps a refusal for {@link findRecentRefusal}. */
export function keepRecentRefusal(data: Hex, refusal: GuardRefusedError): void {
  recent.delete(data)
  recent.set(data, refusal)
  const [oldest] = recent.keys()
  if (recent.size > maxRecent && oldest !== undefined) recent.delete(oldest)
}

/**
 * The refusal that was thrown with this revert data. Older viem and ethers' `BrowserProvider` copy the data of an error and
 * drop the error itself.
 */
export function findRecentRefusal(data: unknown): GuardRefusedError | undefined {
  // A key of another type is not in the map.
  return recent.get(data as Hex)
}
