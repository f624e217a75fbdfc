import type { GaslessClaimFault } from '@holdfast/sdk/wire'
import { RETRY_AFTER_MS } from './carryOut.js'

/**
 * Reads what became of claims whose senders were asked for the release. Requests for one claim share a read, also a
 * failed one, until callers should ask again: repeated requests cost nothing, so they must not each cost a read.
 */
export function createReleaseReads(): ReleaseReads {
  const known = new Map<string, Promise<GaslessClaimFault | undefined>>()

  async function look(key: string, read: Parameters<ReleaseReads>[1]): Promise<GaslessClaimFault | undefined> {
    // A chain that does not answer says neither that the sender has released it nor that it still waits.
    const fault = await read().catch(() => ({ kind: 'unknown' }) as const)
    setTimeout(() => known.delete(key), RETRY_AFTER_MS).unref()
    return fault
  }

  return (key, read) => {
    const fault = known.get(key) ?? look(key, read)
    known.set(key, fault)
    return fault
  }
}

/**
 * @param key - Identifies the claim.
 * @param read - Reads the chain.
 * @returns Why the claim cannot be released any more; `undefined` while it waits, `unknown` when the read failed.
 */
export type ReleaseReads = (
  key: string,
  read: () => Promise<GaslessClaimFault | undefined>,
) => Promise<GaslessClaimFault | undefined>
