import { ownerHash as hashOf } from '@holdfast/sdk/shield'
import type { Address, Hex } from 'viem'
import type { ServiceParts } from '../ServiceParts.js'
import { countUp, hourOf, secondsToNextHour } from '../store/countUp.js'

/**
 * Limits how many boxes of one owner other callers can have created at the relayer's expense. A request that the owner has
 * signed is not counted: it has the units of its address, and no other caller can use those up.
 */
export function createOwnerLimit({ store, now }: Pick<ServiceParts, 'store' | 'now'>): OwnerLimit {
  return {
    async take({ chainId, ownerHash, signer }) {
      if (hashOf(signer) === ownerHash.toLowerCase()) return undefined
      const at = now()
      const scope = `create-owner:${chainId}:${ownerHash.toLowerCase()}`
      return (await countUp(store, { scope, bucket: hourOf(at), limit: creationsOfOwner }))
        ? undefined
        : secondsToNextHour(at)
    },
  }
}

export type OwnerLimit = {
  /** Counts one creation. @returns `undefined` where there is room, else the seconds until there is. */
  take: (creation: { chainId: number; ownerHash: Hex; signer: Address }) => Promise<number | undefined>
}

/** An hour. */
const creationsOfOwner = 10
