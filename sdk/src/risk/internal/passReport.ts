import { RiskBlockedError, type RiskReport } from '../../errors/risk.js'
import { assertNamesAmount } from '../acknowledgementCovers.js'
import { decisionCovers } from '../decisionCovers.js'
import type { PaymentGuardOptions } from '../PaymentGuardOptions.js'
import { MAX_REPORT_AGE_MS } from '../reportAge.js'
import { shouldBlockSend } from '../shouldBlockSend.js'

/** What a report must be about. */
export type Subject = Pick<RiskReport, 'sender' | 'target' | 'amount' | 'token' | 'chainId' | 'destinationChainId'>

/**
 * Decides on a payment: by the report that was made a moment ago, else by a new one.
 *
 * @param ask - Makes a new report.
 * @throws RiskBlockedError, and whatever `ask` throws.
 */
export async function passReport(
  subject: Subject,
  ask: () => Promise<RiskReport>,
  options: PaymentGuardOptions & { onWarning?: 'warn' | 'block' | undefined; now?: Date | undefined },
): Promise<RiskReport> {
  const { acknowledgement, onWarning = 'warn' } = options
  const now = options.now ?? options.checkOptions?.now
  if (acknowledgement && subject.amount !== undefined) assertNamesAmount(acknowledgement)
  const given = acknowledgement ? undefined : options.report
  const report = given && isUsable(given, subject, now ?? new Date()) ? given : await ask()
  const { amount, token } = subject
  const actual = amount === undefined ? report : { ...report, amount, token }
  const isCovered = acknowledgement !== undefined && decisionCovers(acknowledgement, actual, now)
  if (!isCovered && shouldBlockSend({ onWarning }, report.level)) throw new RiskBlockedError(actual)
  options.onReport?.(actual)
  return actual
}

function isUsable(report: RiskReport, subject: Subject, now: Date): boolean {
  // A report that went through JSON has a text here, and is not believed.
  if (!(report.checkedAt instanceof Date)) return false
  const ageMs = Number(now) - Number(report.checkedAt)
  return (
    ageMs >= 0 &&
    ageMs < MAX_REPORT_AGE_MS &&
    report.sender.toLowerCase() === subject.sender.toLowerCase() &&
    report.target.toLowerCase() === subject.target.toLowerCase() &&
    !isOfOtherChain(report, subject)
  )
}

/** A report or a payment that does not say its chain fits any. */
function isOfOtherChain(report: RiskReport, { chainId, destinationChainId }: Subject): boolean {
  const isOther = report.chainId !== undefined && chainId !== undefined && report.chainId !== chainId
  return isOther || report.destinationChainId !== destinationChainId
}
