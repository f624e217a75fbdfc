import type { RiskLevel } from '@holdfast/sdk/risk'
import type { Address } from 'viem'

/** The firewall, as the co-signer uses it. */
export type Firewall = {
  /** Of rules and sources; a cached verdict of another version is not used. */
  readonly version: string
  /**
   * Checks a target against a payer's history. Rejects when it cannot; an incomplete verdict has `complete: false`.
   *
   * @param options - `fresh`: read again what may have changed since the last verdict, as before a signature.
   */
  check: (
    chainId: number,
    payer: Address,
    target: Address,
    options: { signal: AbortSignal; fresh: boolean },
  ) => Promise<FirewallVerdict>
}

/** The firewall's verdict on one target. */
export type FirewallVerdict = {
  level: RiskLevel
  /** Whether every source answered in full. An incomplete verdict is never signed on. */
  complete: boolean
  /** Codes of the rules that flagged the target, worst first. */
  reasons: readonly string[]
  /**
   * Addresses the payer knows well and the target resembles, where that is only a warning and the payer does not know the
   * target equally well. The co-signer vetoes each that the owner has not accepted.
   */
  resembles: readonly Address[]
  /** Whether the payer's complete history holds at least one genuine outgoing payment. False when unknown. */
  hasPaid: boolean
  /** The first block of the chain with a genuine outgoing payment of the payer; `undefined` where none is known. */
  firstPaidBlock?: bigint | undefined
  /** Last block of the data, for the audit. */
  cursor?: string | undefined
}

/** The stealth announcements of the chains, as the co-signer uses them. */
export type Announcements = {
  /** Whether, and since when, announcements name an address as stealth address, and whether the list is complete. */
  namesOwner: (chainId: number, address: Address) => Promise<AnnouncedOwner> | AnnouncedOwner
}

/** An incomplete answer counts as unknown. */
export type AnnouncedOwner = {
  complete: boolean
  namesOwner: boolean
  /** Block of the first one. */
  sinceBlock?: bigint | undefined
}
