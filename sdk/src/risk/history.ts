import type { Address, Hash } from 'viem'

/**
 * One recorded movement that names an address, as the chain holds it: a payment, a bait, or neither. A record proves
 * only what its token's contract and its signer make of it; see `canonical` and `signer`.
 */
export type HistoryRecord = {
  chainId: number
  /** The contract that recorded the movement; `null` for the chain's native coin. */
  token: Address | null
  /**
   * Whether the record is to be believed: the native coin, or a token of the registry that anybody may hold. Decided
   * by (chain, contract), never by symbol. Anything else may be a counterfeit whose contract writes what it likes.
   */
  canonical: boolean
  from: Address
  to: Address
  /** In the token's smallest unit. Native USDC of the primary chain counts in 6 decimals, rounded down. */
  value: bigint
  decimals: number
  /** Who signed the transaction (its `from`); `null` where that could not be read. */
  signer: Address | null
  blockNumber: bigint
  /** Position among the block's logs; -1 for a movement without a log. */
  logIndex: number
  timestamp: Date | null
  transactionHash: Hash
}

/** What is recorded about one sender, on one chain or on several. */
export type SenderHistory = {
  sender: Address
  /** In any order. Every record names the sender as `from` or `to`. */
  records: readonly HistoryRecord[]
  /** False when anything may be missing: a page cap, a failed chain, a list that was cut. */
  complete: boolean
  /** Recipients of settled protected transfers from the sender, oldest first, where the source knows them. */
  settled?: readonly SettledRecipient[] | undefined
}

/** Somebody who has claimed a protected transfer of the sender. */
export type SettledRecipient = { address: Address; blockNumber: bigint; transactionHash: Hash; timestamp: Date | null }
