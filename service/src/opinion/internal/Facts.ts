import type { RiskLevel } from '@holdfast/sdk/risk'
import type { Address } from 'viem'

/**
 * All that a model gets to see of a payment: numbers, booleans, words of ours, addresses, ISO times. `null` is unknown and
 * named in `missing`; what does not apply is left out.
 */
export type Facts = {
  chainId: number
  sender: Address
  target: Address
  ruleLevel: RiskLevel
  /** Whether every source of the rules answered in full. */
  ruleComplete: boolean
  /** Whether each rule spoke. */
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
  /** Payees that resemble the target a little; at least, where `nearMisses` is missing. */
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
