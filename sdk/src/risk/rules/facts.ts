import type { RiskReason } from '../../errors/risk.js'
import type { AddressActivity } from '../history/IDataProvider.js'
import type { Bait, Counterparty } from '../history/prepareHistory.js'
import type { Lookalike } from './lookalike.js'

/**
 * One rule of the firewall: what the facts about a payment mean, or `undefined` where the rule has nothing to say.
 *
 * @param found - What the rules before this one have said.
 */
export type Rule = (facts: Facts, found: readonly RiskReason[]) => Finding | undefined

/** What a rule says. The table of rules names its code. */
export type Finding = Omit<RiskReason, 'code'>

/** What is known about one payment. Gathered once and read by every rule. */
export type Facts = {
  /** What is recorded about the target, and whether the sender has saved or owns it. */
  party: Counterparty
  /** Records that advertise the target and can count against it. */
  baits: readonly Bait[]
  /** Known addresses that the target resembles more than chance explains. */
  lookalikes: readonly Lookalike[]
  /** Whether the records of the sender are known, or only the three published answers. */
  hasHistory: boolean
  /** One of the lookalikes is a reason to block. */
  isImpostor: boolean
  /** Names of the sources that did not answer in full. */
  missing: readonly string[]
  now: Date
  /** Of the target; `null` where no source answered. */
  activity: AddressActivity | null
  /** Transfers of 0 USDC from the target to the sender, as a source counted them. */
  zeroValueTransfers: number
  /** A protected transfer from the sender has settled at the target. */
  isVerified: boolean
  /** The target is saved or verified. */
  isTrusted: boolean
  /** The sender has paid the target, according to the history or to the list of payees. */
  isPaid: boolean
  /** The target is trusted or paid. */
  isKnown: boolean
}
