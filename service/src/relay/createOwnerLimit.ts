import { ownerHash as hashOf } from '@holdfast/sdk/shield'
import type { Address, Hex } from 'viem'
import type { ServiceParts } from '../ServiceParts.js'
import { countDown, countUp, hourOf, secondsToNextHour } from '../store/countUp.js'

/**
 * Limits how many boxes of one owner other callers can have created at the relayer's expense. A request that the owner has
 * signed is not counted: it has the units of its address, and no other caller can use those up.
 */
export function createOwnerLimit({ store, now }: Pick<ServiceParts, 'store' | 'now'>): OwnerLimit {
  return {
    async take(creation) {
      const scope = scopeOf(creation)
      if (scope === undefined) return undefined
      const at = now()
      return (await countUp(store, { scope, bucket: hourOf(at), limit: creationsOfOwner }))
        ? undefined
        : secondsToNextHour(at)
    },
    async giveBack(creation) {
      const scope = scopeOf(creation)
      if (scope !== undefined) await countDown(store, { scope, bucket: hourOf(now()) })
    },
  }
}

export type OwnerLimit = {
  /** Counts one creation. @returns `undefined` where there is room, else the seconds until there is. */
  take: (creation: Creation) => Promise<number | undefined>
  /** Takes one back that was counted and has cost nothing. */
  giveBack: (creation: Creation) => Promise<void>
}

/** A box that a caller asks for. */
type Creation = { chainId: number; ownerHash: Hex; signer: Address }

/** @returns `undefined` for a creation that is not counted. */
function scopeOf({ chainId, ownerHash, signer }: Creation): string | undefined {
  const owner = ownerHash.toLowerCase()
  return hashOf(signer) === owner ? undefined : `create-owner:${chainId}:${owner}`
}

/** An hour. */
const creationsOfOwner = 10
