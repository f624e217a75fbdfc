import type { BoxPolicy } from '@holdfast/contracts'
import type { Address, Hash, Hex } from 'viem'

/** Whose boxes, made where and since when. */
export type CreationScope = {
  /** @default the registry's factory of the chain and those before it */
  factories?: readonly Address[] | undefined
  /** Whose boxes to read, which asks for far less, and tells the node whose.
   * @default all owners' */
  ownerHashes?: readonly Hex[] | undefined
  /** @default deploy block of the registry's first factory */
  fromBlock?: bigint | undefined
}

/** A box, as its factory recorded it. */
export type AccountCreation = {
  account: Address
  /** Made by this one. */
  factory: Address
  ownerHash: Hex
  /** The only account it can pay. */
  target: Address
  /** Most that all spends together may pay, in base units. */
  maxAmount: bigint
  salt: Hex
  /** As it was given to the factory. */
  policy: BoxPolicy
  blockNumber: bigint
  logIndex: number
  transactionHash: Hash
}
