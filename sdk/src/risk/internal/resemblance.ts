import { type SharedEnds, surprise } from '../../chain/similarity.js'
import type { RiskLevel } from '../../errors/risk.js'

/**
 * What a resemblance is worth that nothing corroborates.
 *
 * A block needs seven characters and 22 bits: one error in four million. Two things cost more: a split that no
 * abbreviation shows, because there are many of those, and more than 1,024 payees, because who has thousands of them
 * also pays thousands of times. A warning needs 10 bits, and about somebody known also the split of the thefts on
 * record.
 *
 * @param known - The number of addresses that the target was compared with.
 */
export function gradeAlone(target: string, ends: SharedEnds, known: number, isKnown: boolean): RiskLevel {
  const bits = surprise(target, ends, known)
  const needed = (isWide(ends) ? 22 : 24) + Math.max(0, Math.log2(known) - 10)
  if (ends.prefix + ends.suffix > 6 && bits >= needed) return 'block'
  return isTight(ends, known) || (bits >= 10 && !isKnown) ? 'warning' : 'safe'
}

/**
 * What it is worth when something in the history advertises the target.
 *
 * 15.5 bits: seven characters up to 5,792 payees, six up to 362. The split of the thefts on record needs no more than
 * that the number of payees does not explain it, zeros or not.
 */
export function gradeCorroborated(target: string, ends: SharedEnds, known: number): RiskLevel {
  const bits = surprise(target, ends, known)
  if (bits >= 15.5 || isTight(ends, known)) return 'block'
  return bits >= 10 ? 'warning' : 'safe'
}

/** Three and four characters, either way. */
export function isWide({ prefix, suffix }: SharedEnds): boolean {
  return (prefix > 2 && suffix > 3) || (prefix > 3 && suffix > 2)
}

/** What every theft on record shares, where that is not chance. */
function isTight({ prefix, suffix }: SharedEnds, known: number): boolean {
  return prefix > 2 && suffix > 3 && 4 * (prefix + suffix) - Math.log2(known) >= 10
}
