import type { Address, Hash } from 'viem'

/** One movement of a token, seen from the address whose history it is in. */
export type HistoryEntry = {
  txHash: Hash
  /** A transfer to oneself is `out`. */
  direction: 'in' | 'out'
  /** The other party; the zero address when `kind` is not `transfer`. Read `kind` first. */
  counterparty: Address
  /** By the addresses, whatever the explorer calls it: a mint has no sender, a burn no recipient. */
  kind: 'transfer' | 'mint' | 'burn'
  /**
   * By which of Circle's services a mint of USDC arrived, by the method that its transaction calls: `bridge` is CCTP, `hub`
   * is Gateway. Absent where the explorer does not tell, or another contract made the call.
   */
  via?: 'bridge' | 'hub' | undefined
  /** In the token's smallest unit. */
  amount: bigint
  decimals: number
  tokenAddress: Address
  /** Of a token the library knows, its true symbol; of any other, what that contract calls itself. */
  tokenSymbol: string
  timestamp: Date
  /** A payment by link, or its return; `counterparty` is the transfer contract then, and no payee. */
  purpose?: 'link_payment' | undefined
  /** Why not to copy an address from here. Only on entries; a row in `filtered` has its `reason`. */
  suspect?: 'DUST' | 'IMPOSTOR' | undefined
}

/**
 * A hidden row, and why it is hidden.
 *
 * - `ZERO_VALUE`: nothing moved. Any caller can record it in another's name.
 * - `UNKNOWN_TOKEN`: a token outside `allowedTokens`, whose contract may write what it likes.
 * - `DUST`: a real but tiny amount from a party the address has never paid. Only with `strict`.
 * - `IMPOSTOR`: the other party shows almost the ends of an address paid before. Only with `strict`.
 */
export type FilteredEntry = HistoryEntry & { reason: 'ZERO_VALUE' | 'UNKNOWN_TOKEN' | 'DUST' | 'IMPOSTOR' }

/** A history without the rows that were planted in it. Every row read is in one of the two lists, newest first. */
export type CleanHistory = {
  /** What to show. */
  entries: readonly HistoryEntry[]
  /** Hidden, not deleted. */
  filtered: readonly FilteredEntry[]
  /** False when some rows could not be read: older ones may be missing, and a mark with them. */
  complete: boolean
}
