import type { Address, Hex } from 'viem'

/** What factories have recorded of the boxes they made, oldest first: an `AccountOwnerIndex` of the shield is one. */
export type BoxRecords = {
  /** Brings the records up to date. */
  sync: (options: { signal?: AbortSignal | undefined }) => Promise<void>
  boxesOf: (ownerHash: Hex) => readonly { account: Address; factory: Address; salt: Hex }[]
}
