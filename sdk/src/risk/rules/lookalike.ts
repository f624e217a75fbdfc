import type { SharedEnds } from '../../chain/similarity.js'
import type { RiskLevel } from '../../errors/risk.js'
import type { Counterparty } from '../prepareHistory.js'

/** A known address that the target resembles. */
export type Lookalike = {
  other: Counterparty
  ends: SharedEnds
  /** What this resemblance alone is worth; never `safe`. */
  level: RiskLevel
}
