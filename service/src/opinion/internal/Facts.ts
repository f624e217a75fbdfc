import type { RiskLevel } from '@holdfast/sdk/risk'
import type { Address } from 'viem'

/**
 * Everything that a model receives about a payment: numbers, booleans, our own words, addresses, ISO times. `null` is
 * unknown and named in `missing`; fields that do not apply are left out.
 */
export type Facts = {
  chainId: number
  sender: Address
  target: Address
  ruleLevel: RiskLevel
  /** Whether every source of the rules answered in full. */
  ruleComplete: boolean
  /** Whether each rule flagged the target. */
  lookalikeAddress: boolean | null
  zeroValueBait: boolean | null
  counterfeitTokenBait: boolean | null
  dustBait: boolean | null
  newAddress: boolean | null
  freshAddress: boolean | null
  verifiedRecipient: boolean | null
  knownCounterparty: boolean | null
  /** The address the payer probably means, and the characters it shares with the target. */
  lookalikeOf?: Address
  lookalikePrefix?: number
  lookalikeSuffix?: number
  zeroValueBaitCount?: number
  isContract: boolean | null
  isDelegated: boolean | null
  transactionCount: number | null
  everSeen: boolean | null
  firstSeenAt?: string
  /** Whole days since then. */
  ageDays?: number
  usdcBalance: number | null
  /** Number of payees that resemble the target a little; a lower bound when `nearMisses` is missing. */
  nearMissCount: number | null
  /** The three that resemble it most. */
  nearMisses: readonly { counterparty: Address; sharedPrefix: number; sharedSuffix: number }[] | null
  missing: readonly MissingFact[]
}

/** A source that did not answer, or not in full. */
export type MissingFact = (typeof MISSING_FACTS)[number]

export const MISSING_FACTS = [
  'ruleSources',
  'counterparties',
  'history',
  'activity',
  'zeroValueTransfers',
  'verifiedRecipient',
  'isContract',
  'isDelegated',
  'transactionCount',
  'firstSeenAt',
  'usdcBalance',
  'nearMisses',
] as const
