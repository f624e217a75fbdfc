import { countRunsOnce, type SharedEnds } from '../../chain/similarity.js'
import type { RiskLevel } from '../../errors/risk.js'
import {
  advertisedOnceIn,
  blockOnceIn,
  groundCharacters,
  groundPrefix,
  minBlockCharacters,
  minCharacters,
  shownPrefix,
  shownSuffix,
  warnOnceIn,
} from './thresholds.js'

/**
 * Grades a resemblance by how often chance produces it among so many known addresses. A family's common beginning does not
 * count, and where nothing advertises the target a run of one character counts once against chance: both lower a block to a
 * warning, never to nothing.
 *
 * @param known - Number of strong references the target was compared with.
 * @param family - Leading characters that the target has in common with a family of payees.
 * @param advert - What advertises the target: `records` that were forged or signed, which chance does not explain, or only
 *   `dust`, which honest payees send too.
 */
export function gradeResemblance(
  target: string,
  ends: SharedEnds,
  known: number,
  family: number,
  advert: Advert | undefined,
): RiskLevel {
  const { prefix, suffix } = ends
  const isLikeThefts = isShown({ prefix: prefix - family, suffix })
  const own = Math.max(0, prefix - family) + suffix
  const counted = advert === undefined ? countRunsOnce(target, ends, Math.min(family, prefix)) : own
  const isNoChance = counted >= fewestCharacters(known, blockOnceIn) + (isLikeThefts ? 0 : 1)
  // A forged record about a member of a family proves no more than the rest of its characters.
  const isBlocked =
    advert === 'records' && family === 0
      ? isLikeThefts || counted > fewestCharacters(known, advertisedOnceIn)
      : own >= minBlockCharacters && isNoChance
  if (isBlocked && isGround(ends)) return 'block'
  return isShown(ends) || countRunsOnce(target, ends) > fewestCharacters(known, warnOnceIn) ? 'warning' : 'safe'
}

/** What brings a target to the sender's eyes. */
export type Advert = 'records' | 'dust'

/** Whether two addresses share the ends that wallets have shown, as in every theft on record. */
export function isShown({ prefix, suffix }: SharedEnds): boolean {
  return prefix >= shownPrefix && suffix >= shownSuffix
}

/** Whether an attacker can have found them: more characters take longer than any attacker has. */
export function isGround(ends: SharedEnds): boolean {
  return ends.prefix < groundPrefix && countCharacters(ends) <= groundCharacters
}

/** Shared characters, those at the start and those at the end together. */
export function countCharacters({ prefix, suffix }: SharedEnds): number {
  return prefix + suffix
}

/**
 * The fewest shared characters that chance reaches among so many addresses at most once in so many payments: at the
 * shown ends. Any other ends need one more.
 */
export function fewestCharacters(known: number, onceIn: number): number {
  let characters = minCharacters - 1
  while (known * onceIn * chanceOf(characters) > 1) characters++
  return characters
}

/**
 * Chance that two random addresses share so many characters at the shown ends, or one more at any ends: the exact sum over
 * all these shapes.
 */
export function chanceOf(characters: number): number {
  const atAnyEnds = (1 + (15 / 16) * (characters + 1)) / 16 ** (characters + 1)
  const shownSplits = Math.max(0, characters + 1 - shownPrefix - shownSuffix)
  return atAnyEnds + (shownSplits * (15 / 16) ** 2) / 16 ** characters
}
