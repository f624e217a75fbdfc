import type { RiskReport } from '../errors/risk.js'
import { acknowledgementCovers, type RiskAcknowledgement, ranks } from './acknowledgementCovers.js'

/**
 * Whether a decision lets a payment of ours pass: where {@link acknowledgementCovers}, which compares the level of the whole, and
 * no finding has become worse. A person who pays although a source is missing has not decided about the imitation that the
 * source then shows.
 */
export function decisionCovers(
  acknowledgement: RiskAcknowledgement,
  actual: RiskReport,
  now?: number | Date | undefined,
): boolean {
  const seen = acknowledgement.report.reasons
  return (
    acknowledgementCovers(acknowledgement, actual, now) &&
    actual.reasons.every(({ code, severity }) =>
      seen.some((reason) => reason.code === code && ranks[reason.severity] >= ranks[severity]),
    )
  )
}
