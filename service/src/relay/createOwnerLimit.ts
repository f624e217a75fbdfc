import { ownerHash as hashOf } from '@holdfast/sdk/shield'
import type { Address, Hex } from 'viem'
import type { AdmissionPart } from '../admission/Admission.js'
import type { ServiceParts } from '../ServiceParts.js'
import { countDown, hourOf } from '../store/countUp.js'

/**
 * Limits how many boxes of one owner other callers can have created at the relayer's expense. Admission counts each box once,
 * when its creation begins. A request that the owner has signed is not counted: it has the units of its address, and no
 * other caller can use those up.
 */
export function createOwnerLimit({ store, now }: Pick<ServiceParts, 'store' | 'now'>): OwnerLimit {
  return {
    countOf({ chainId, ownerHash, signer }) {
      const owner = ownerHash.toLowerCase()
      if (hashOf(signer) === owner) return undefined
      return { scope: `create-owner:${chainId}:${owner}`, limit: creationsOfOwner }
    },
    async giveBack({ scope }) {
      await countDown(store, { scope, bucket: hourOf(now()) })
    },
  }
}

export type OwnerLimit = {
  /** What a creation counts for; `undefined` where it is not counted. */
  countOf: (creation: Creation) => Count | undefined
  /** Takes back a creation that was counted and has cost nothing. */
  giveBack: (count: Count) => Promise<void>
}

type Count = NonNullable<AdmissionPart['ofOwner']>

/** A box that a caller asks for. */
type Creation = { chainId: number; ownerHash: Hex; signer: Address }

/** An hour. */
const creationsOfOwner = 10
