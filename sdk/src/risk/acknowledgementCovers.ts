import { InvalidInputError } from '../errors/input.js'
import type { RiskLevel, RiskReport } from '../errors/risk.js'

/** How long a person's decision counts: 15 minutes. */
export const MAX_ACKNOWLEDGEMENT_AGE_MS = 900_000

/**
 * Whether a person's decision to pay in spite of a report also covers what is known now.
 *
 * True only for the same sender and target, within {@link MAX_ACKNOWLEDGEMENT_AGE_MS}, when the new level is no worse
 * and the new report holds no code that the person has not seen. Where both name an amount, the new one may be no more; where both
 * name a chain, it must be the same. The token is the same, USDC where none is named.
 *
 * @param actual - A report made now, not the one that was on screen.
 * @param now - Epoch milliseconds or Date.
 * @default Date.now()
 * @example
 * const shown = await check(sender, recipient)
 * const acknowledgement = { report: shown, at: Date.now() } // the person read it and pressed "pay anyway"
 * acknowledgementCovers(acknowledgement, await check(sender, recipient))
 */
export function acknowledgementCovers(
  acknowledgement: RiskAcknowledgement,
  actual: RiskReport,
  now: number | Date = Date.now(),
): boolean {
  const { report, at } = acknowledgement
  const ageMs = Number(now) - at
  const seen = new Set(report.reasons.map(({ code }) => code))
  return (
    isSamePayment(report, actual) &&
    ageMs >= 0 &&
    ageMs < MAX_ACKNOWLEDGEMENT_AGE_MS &&
    isWithin(actual.amount, amountOf(acknowledgement)) &&
    ranks[actual.level] <= ranks[report.level] &&
    actual.reasons.every(({ code }) => seen.has(code))
  )
}

/** A person's decision on a report. */
export type RiskAcknowledgement = {
  /** What was on screen. */
  report: RiskReport
  /** When the person decided, in epoch milliseconds. A moment in the future covers nothing. */
  at: number
  /**
   * Most that the person decided to pay, in base units of the report's token. Every operation that pays refuses an acknowledgement without one.
   * @default the amount of the report
   */
  amount?: bigint | undefined
}

/** @throws {@link InvalidInputError} where an acknowledgement says nothing about how much may be paid. */
export function assertNamesAmount(acknowledgement: RiskAcknowledgement): void {
  if (typeof amountOf(acknowledgement) !== 'bigint')
    throw new InvalidInputError('acknowledgement', 'The `acknowledgement` does not say how much may be paid.', [
      'Give the check the amount, or the acknowledgement an `amount` in base units.',
    ])
}

function amountOf({ amount, report }: RiskAcknowledgement): bigint | undefined {
  return amount ?? report.amount
}

function isWithin(amount: bigint | undefined, most: bigint | undefined): boolean {
  return amount === undefined || most === undefined || amount <= most
}

export const ranks = { safe: 0, warning: 1, block: 2 } as const satisfies Record<RiskLevel, number>

/** The same address can belong to another party on another chain, and the same amount of another token be worth more. */
function isSamePayment(a: RiskReport, b: RiskReport): boolean {
  const isSame = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined || one === other
  return (
    a.sender.toLowerCase() === b.sender.toLowerCase() &&
    a.target.toLowerCase() === b.target.toLowerCase() &&
    a.token?.toLowerCase() === b.token?.toLowerCase() &&
    isSame(a.chainId, b.chainId) &&
    isSame(a.destinationChainId, b.destinationChainId)
  )
}
