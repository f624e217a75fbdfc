import type { Address } from 'viem'

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
   * Never from transfers of nothing, of tokens outside the registry or of which he is not the source: those can be
   * forged, and whoever forges them would write the list of trusted payees.
   */
  getOutgoingCounterparties(sender: Address, options?: DataProviderOptions): Promise<CounterpartyScan>
  /** How much and since when an address has been used, as source or as receiver. */
  getAddressActivity(address: Address, options?: DataProviderOptions): Promise<AddressActivity>
  /** How many transfers of 0 USDC the chain records from one address to the other, whoever signed them. */
  countZeroValueTransfers(from: Address, to: Address, options?: DataProviderOptions): Promise<number>
}

/** What every method of a provider accepts. */
export type DataProviderOptions = {
  /** Ends the requests; the method then rejects. */
  signal?: AbortSignal | undefined
}

/** Whom a sender has paid. */
export type CounterpartyScan = {
  /** Each once, in no particular order. */
  counterparties: readonly Address[]
  /** False when the scan ended at its page cap: older payees may be missing. */
  complete: boolean
}

/** How an address has been used. */
export type AddressActivity = {
  /** Transactions sent or received; 0 for an address that has only received tokens. At least this many. */
  transactionCount: number
  /** First use, receiving included; null where none is known. */
  firstSeenAt: Date | null
}
