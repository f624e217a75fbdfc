import type { Address } from 'viem'
import type { HistoryRecord, SenderHistory, SettledRecipient } from './SenderHistory.js'

/**
 * Where the firewall gets its facts. These three methods suffice.
 *
 * The one rule: a method that cannot find out rejects. An empty list or a zero says "I looked, and there is nothing";
 * given out on an error it would switch the protection off.
 */
export type IDataProvider = {
  /**
   * Everyone to whom the sender has really moved money.
   *
   * Never from transfers of nothing, of tokens outside the registry or of which the sender is not the source: those can be
   * forged, and a forger would write the list of trusted payees.
   */
  getOutgoingCounterparties(sender: Address, options?: DataProviderOptions): Promise<CounterpartyScan>
  /** How much and since when an address has been used, as source or as receiver. */
  getAddressActivity(address: Address, options?: ActivityOptions): Promise<AddressActivity>
  /** How many transfers of 0 USDC the chain records from one address to the other, by any signer. */
  countZeroValueTransfers(from: Address, to: Address, options?: DataProviderOptions): Promise<number>
  /**
   * Everything recorded about the sender, signed and dated: what feeds the graded rules. A provider without it leaves
   * `check` to the three answers above.
   *
   * Rejects when nothing can be had; says `complete: false` when not everything can.
   */
  getHistory?: (sender: Address, options?: HistoryOptions) => Promise<HistoryReading>
  /**
   * Records about the sender that any caller can write: transfers of nothing and of unknown tokens. With a `target` those
   * that name it, and those that name payees which resemble it; without one the newest.
   *
   * For a caller that reads the payments itself, `withoutEvidence`. Rejects when a list cannot be read.
   */
  getEvidence?: (sender: Address, options?: EvidenceOptions) => Promise<readonly HistoryRecord[]>
  /**
   * Recipients whose protected transfers from the sender have settled, oldest first: payees whom the sender's plain transfers do
   * not name. Left out, they must come from elsewhere (`CheckOptions.verifiedRecipients`).
   *
   * Rejects when the list is not whole.
   */
  getSettledRecipients?: (sender: Address, options?: DataProviderOptions) => Promise<readonly SettledRecipient[]>
  /**
   * Looks up who signed the records that do not say so yet.
   *
   * @returns The same records in the same order; `signer` stays null where it cannot be found out. Rejects when a source
   *   failed.
   */
  resolveSigners?: (records: readonly HistoryRecord[], options?: DataProviderOptions) => Promise<HistoryRecord[]>
}

/** What every method accepts. */
export type DataProviderOptions = {
  /** Ends the requests; the method then rejects. */
  signal?: AbortSignal | undefined
}

/** What of an address's activity is wanted. */
export type ActivityOptions = DataProviderOptions & {
  /** A first use by then is all that is wanted: where one is found, what else is known of the address need not be read. */
  seenBefore?: Date | undefined
}

/** What of a history is wanted. */
export type HistoryOptions = DataProviderOptions & {
  /** Only records of this block and later; more is welcome. Block numbers are those of the provider's one chain. */
  fromBlock?: bigint | undefined
  /** The address about to be paid. Signers are then looked up for the records that name it, and for no others. */
  target?: Address | undefined
  /** Leaves out the records that any caller can write; `getEvidence` reads them. */
  withoutEvidence?: boolean | undefined
  /** Leaves every signer null that would need a lookup; `resolveSigners` can do that afterwards. */
  withoutSigners?: boolean | undefined
  /**
   * Less of each list than the provider itself would read, as `maxPages` and `maxRows` of `ExplorerDataProvider`: for a caller
   * that wants a history only where it is short. Not every provider has lists.
   */
  limits?: { maxPages: number; maxRows: number } | undefined
}

/** Which records of others are wanted. */
export type EvidenceOptions = DataProviderOptions & {
  /** Only records of this block and later; more is welcome. */
  fromBlock?: bigint | undefined
  /** The address about to be paid. */
  target?: Address | undefined
  /** Payees that resemble it. */
  alike?: readonly Address[] | undefined
}

/** A history that may say which blocks it covers. */
export type HistoryReading = SenderHistory & {
  /** Per chain: the blocks of which every record is in the list. Absent where the provider cannot say. */
  extents?: readonly HistoryExtent[] | undefined
  /** What could not be read, one sentence each. Not for decisions: `complete` is. */
  missing?: readonly string[] | undefined
}

/** A run of blocks, both ends included. */
export type HistoryExtent = { chainId: number; fromBlock: bigint; toBlock: bigint }

/** Whom a sender has paid. */
export type CounterpartyScan = {
  /** Each once, in no particular order. */
  counterparties: readonly Address[]
  /** False when the scan ended at its page cap: older payees may be missing. */
  complete: boolean
}

/** How an address has been used. */
export type AddressActivity = {
  /**
   * Transactions sent or received, at least this many; 0 for an address that has only received tokens, or of which only that was
   * read.
   */
  transactionCount: number
  /** First use, receiving included; null where none is known. */
  firstSeenAt: Date | null
}
