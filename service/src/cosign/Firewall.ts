import type { RiskLevel } from '@holdfast/sdk/risk'
import type { Address } from 'viem'

/** The firewall, as the co-signer asks it. */
export type Firewall = {
  /** Of rules and sources; verdicts of another version are not used. */
  readonly version: string
  /**
   * Judges a target by a payer's history. Rejects when it cannot; what is incomplete says so.
   *
   * @param options - `fresh`: read anew what may have changed since the last answer, as before a signature.
   */
  check: (
    chainId: number,
    payer: Address,
    target: Address,
    options: { signal: AbortSignal; fresh: boolean },
  ) => Promise<FirewallVerdict>
}

/** What the firewall says of one target. */
export type FirewallVerdict = {
  level: RiskLevel
  /** Whether every source answered in full. Without that nothing is signed. */
  complete: boolean
  /** Codes of the rules that speak against the target, worst first. */
  reasons: readonly string[]
  /** Whether the payer's complete history holds at least one genuine payment out. False where that is not known. */
  hasPaid: boolean
  /** How far the data goes, for the audit. */
  cursor?: string | undefined
}

/** The stealth announcements of the chains, as the co-signer asks for them. */
export type Announcements = {
  /** Whether any announcement names an address as its stealth address, and whether none can be missing. */
  namesOwner: (chainId: number, address: Address) => Promise<AnnouncedOwner> | AnnouncedOwner
}

/** An answer that is not complete says nothing. */
type AnnouncedOwner = { complete: boolean; namesOwner: boolean }
