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
   * Whether the record is to be believed: the native coin, or a token of the registry that any account may hold. Decided
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
  /**
   * `nft`: a transfer of a non-fungible token (`canonical` false). `call`: a native transaction of value 0 with input
   * data. Both count only against a target that resembles a known address.
   */
  kind?: 'nft' | 'call' | undefined
}

/** What is recorded about one sender, on one chain or on several. */
export type SenderHistory = {
  sender: Address
  /** In any order. Every record names the sender as `from` or `to`. */
  records: readonly HistoryRecord[]
  /** False when anything may be missing: a page cap, a failed chain, a list that was cut. */
  complete: boolean
  /**
   * Where all that is missing is on chains that the payment does not touch: these. `complete` is false, and an unknown
   * target that resembles no known address then gets a warning, not a block.
   */
  unreadChains?: readonly number[] | undefined
  /** Recipients of settled protected transfers from the sender, oldest first, where the source knows them. */
  settled?: readonly SettledRecipient[] | undefined
}

/**
 * The recipient of a payment that no plain transfer of the sender shows: of a protected transfer, of a bridge mint
 * (`mintRecipient`), or of a payment through a splitter or router.
 */
export type SettledRecipient = {
  address: Address
  blockNumber: bigint
  transactionHash: Hash
  timestamp: Date | null
  /** Of the payment that named the recipient; left out where the source reads one chain. */
  chainId?: number | undefined
  /** The protected transfer whose claim verified it, where the source names it. */
  transferId?: bigint | undefined
  /** When that transfer was sent, where it is known; its claim came later. */
  sentAt?: Date | undefined
  /** What it received, in USDC base units. Left out for a settled protected transfer, which is proof at any amount. */
  amount?: bigint | undefined
}
