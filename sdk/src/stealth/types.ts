import type { Address, Hash, Hex } from 'viem'

/** What a recipient publishes: compressed points of both keys. */
export type StealthMetaAddress = {
  /** 33 bytes. */
  spendingPub: Hex
  /** 33 bytes. */
  viewingPub: Hex
}

/** A recipient's keys. The viewing key finds payments, the spending key spends them. */
export type StealthKeys = StealthMetaAddress & { spendingKey: Hex; viewingKey: Hex }

/** What it takes to find payments without being able to spend them. */
export type ViewingKeys = Pick<StealthKeys, 'viewingKey' | 'spendingPub'>

/** A fresh stealth address and what its owner needs to find it. */
export type StealthAnnouncement = {
  stealthAddress: Address
  /** Compressed point, 33 bytes. */
  ephemeralPubKey: Hex
  /** First byte of the hashed shared secret. */
  viewTag: number
}

/** An announcement as a stranger wrote it: any field may be garbage. */
export type RawAnnouncement = {
  stealthAddress: Address
  ephemeralPubKey: Hex
  metadata: Hex
  caller?: Address | undefined
}

/** An announcement and where the chain holds it. */
export type IndexedAnnouncement = RawAnnouncement & {
  caller: Address
  blockNumber: bigint
  logIndex: number
  transactionHash: Hash
}

/** What the metadata of an announcement says. */
export type StealthMetadata = { viewTag: number; box: Address; label: string }

/** A box of ours that an announcement points at. */
export type StealthBox = {
  stealthAddress: Address
  /** The account the announcement points at. */
  box: Address
  ephemeralPubKey: Hex
  /** Announced name or empty; any account can have written it unless `proof` is `salt`. */
  label: string
  proof: StealthBoxProof
}

/**
 * What the chain says of an announced box. `salt`: a known factory made it with a salt that only the announcer and the
 * owner can compute. `owner`: a known factory made it for this owner, as any caller can ask it to. `none`: nothing.
 */
export type StealthBoxProof = 'salt' | 'owner' | 'none'
