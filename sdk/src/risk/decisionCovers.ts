import type { Address } from 'viem'
import type { RiskReason, RiskReport } from '../errors/risk.js'
import { acknowledgementCovers, type RiskAcknowledgement, ranks } from './acknowledgementCovers.js'

/**
 * Whether a decision lets a payment of ours pass: where {@link acknowledgementCovers}, which compares the level of the whole, and
 * no finding has become worse or about another address. A person who pays although a source is missing has not decided about the
 * imitation that the source then shows.
 */
export function decisionCovers(
  acknowledgement: RiskAcknowledgement,
  actual: RiskReport,
  now?: number | Date | undefined,
): boolean {
  const seen = acknowledgement.report.reasons
  return (
    acknowledgementCovers(acknowledgement, actual, now) &&
    actual.reasons.every((reason) => seen.every((one) => one.code !== reason.code || isWithin(reason, one)))
  )
}

function isWithin(reason: RiskReason, seen: RiskReason): boolean {
  const known = imitatedBy(seen)
  return (
    ranks[reason.severity] <= ranks[seen.severity] && imitatedBy(reason).every((address) => known.includes(address))
  )
}

function imitatedBy({ lookalikeOf, alsoLike = [] }: RiskReason): readonly Address[] {
  return lookalikeOf ? [lookalikeOf, ...alsoLike] : alsoLike
}
