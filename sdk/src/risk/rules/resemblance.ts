import { bitsPerCharacter, type SharedEnds, surprise } from '../../chain/similarity.js'
import type { RiskLevel } from '../../errors/risk.js'
import {
  baitedBlockBits,
  blockBits,
  manyKnownBits,
  minBlockCharacters,
  oddEndsBits,
  shownPrefix,
  shownSuffix,
  warnBits,
} from './thresholds.js'

/**
 * Grades a resemblance that nothing corroborates. A target that the sender knows is warned about only for the ends of
 * the thefts on record: a sender with many payees has some that resemble each other by chance.
 *
 * @param known - The number of addresses that the target was compared with.
 */
export function gradeAlone(target: string, ends: SharedEnds, known: number, isKnown: boolean): RiskLevel {
  const bits = surprise(target, ends, known)
  const needed = blockBits + (isShown(ends) ? 0 : oddEndsBits) + Math.max(0, Math.log2(known) - manyKnownBits)
  if (countCharacters(ends) >= minBlockCharacters && bits >= needed) return 'block'
  return isTheftLike(ends, known) || (bits >= warnBits && !isKnown) ? 'warning' : 'safe'
}

/** Grades a resemblance where something in the history advertises the target. */
export function gradeBaited(target: string, ends: SharedEnds, known: number): RiskLevel {
  const bits = surprise(target, ends, known)
  if (bits >= baitedBlockBits || isTheftLike(ends, known)) return 'block'
  return bits >= warnBits ? 'warning' : 'safe'
}

/** Whether two addresses share the ends that wallets have shown, or as many characters the other way round. */
export function isShown({ prefix, suffix }: SharedEnds): boolean {
  return (prefix >= shownPrefix && suffix >= shownSuffix) || (prefix >= shownSuffix && suffix >= shownPrefix)
}

/** Shared characters, those at the start and those at the end together. */
export function countCharacters({ prefix, suffix }: SharedEnds): number {
  return prefix + suffix
}

/**
 * Whether two addresses share what every theft on record shares, and the number of known addresses does not explain it.
 * Runs of one character count in full here: attackers imitate vanity addresses too.
 */
function isTheftLike(ends: SharedEnds, known: number): boolean {
  const bits = bitsPerCharacter * countCharacters(ends) - Math.log2(known)
  return ends.prefix >= shownPrefix && ends.suffix >= shownSuffix && bits >= warnBits
}
