import type { SharedEnds } from '../../chain/similarity.js'
import type { ReferenceStrength, RiskLevel } from '../../errors/risk.js'
import type { Counterparty } from '../history/prepareHistory.js'

/** A known address that the target resembles. */
export type Lookalike = {
  other: Counterparty
  /** Where characters are only taken for each other, these count, too. */
  ends: SharedEnds
  /**
   * How well the sender knows it; `undefined` where only one end agrees, where characters are only taken for each other, or where
   * only the published answers are known.
   */
  strength: ReferenceStrength | undefined
  /** The sender knows both well, and has not decided. */
  isUndecided: boolean
  /** What this resemblance alone is worth; never `safe`. */
  level: RiskLevel
}

/** One order for any order of contacts and records: the same lookalike is named. */
export const byAddress = (a: Pick<Lookalike, 'other'>, b: Pick<Lookalike, 'other'>): number =>
  a.other.address < b.other.address ? -1 : 1
