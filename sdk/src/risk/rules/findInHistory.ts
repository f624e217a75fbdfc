import { isSimilar, type SharedEnds, sharedEnds } from '../../chain/similarity.js'
import { chanceConfused, confusableEnds, spellingsOf } from '../grades/confusables.js'
import { countCharacters, gradeResemblance, isGround, isShown } from '../grades/resemblance.js'
import { confusedOnceIn, familyCharacters, familyMembers, oneEnd, oneEndReferences } from '../grades/thresholds.js'
import { isStrong } from '../history/isStrong.js'
import { isBefore } from '../history/moments.js'
import type { PairDecision } from '../history/PairDecision.js'
import type { Counterparty, PreparedHistory } from '../history/prepareHistory.js'
import { familyPrefix } from './families.js'
import type { Lookalike } from './lookalike.js'
import { findKept } from './pairs.js'
import { isContested, isEqual, isNegligible, strengthOf } from './strength.js'
import { isAdvertised, tellingBaits } from './telling.js'

/**
 * Whom a target resembles, by the sender's history. The shape of the resemblance gives a grade; how well the sender knows
 * either address decides what becomes of it:
 *
 * | target, beside → | strong reference | weak or soft reference |
 * | --- | --- | --- |
 * | strong | undecided: the grade, or a warning where the target was known first | a warning from 1 USDC on, else nothing |
 * | weak, soft or unknown | the grade | a warning at most |
 *
 * @param target - What is recorded about it.
 * @param extra - References that the history was not prepared with, all strong. The history may hold one that is not: its weaker
 *   form decides nothing beside the strong one.
 * @param codeOf - Hash of an address's code; `undefined` for one without code.
 * @param pairs - Decisions of the sender.
 */
export function findInHistory(
  history: PreparedHistory,
  target: Counterparty,
  extra: readonly Counterparty[],
  codeOf: (party: Counterparty) => string | undefined,
  pairs: readonly PairDecision[],
): Lookalike[] {
  const { address } = target
  const others = extra.filter((other) => other.address !== address)
  // The target itself does not count: to save an impostor must not make its resemblance look more like chance.
  const itself = history.find(address)
  const known = history.size - (itself && isStrong(itself) ? 1 : 0) + (history.complete ? others.length : 0)

  const alike = [...history.findSimilar(address), ...others]
    .map((other) => ({ other, ends: sharedEnds(address, other.address) }))
    .filter(({ ends }) => isSimilar(ends))
  const family = familyPrefix(alike)
  const baits = tellingBaits(target)
  const advert = isAdvertised(target) ? 'records' : baits.length > 0 ? 'dust' : undefined

  const isSameCode = (other: Counterparty) => codeOf(target) !== undefined && codeOf(target) === codeOf(other)
  const relatives = alike.filter(
    ({ other, ends }) => isStrong(other) && !isAdvertised(other) && isShown(ends) && isSameCode(other),
  )

  const judge = ({ other, ends }: { other: Counterparty; ends: SharedEnds }): Lookalike | undefined => {
    const strength = strengthOf(other, target)
    const shape = gradeResemblance(address, ends, known, family, advert)
    if (shape === 'safe' || strength === undefined) return undefined
    const finding = { other, ends, strength, isUndecided: false }
    // An imitation may have used the same factory, so code counts only beside what makes a family: a long name, or members.
    const isFamily = ends.prefix >= familyCharacters || relatives.length >= familyMembers
    const isMadeAlike = advert !== 'records' && isFamily && isSameCode(other)
    const level = isMadeAlike ? 'warning' : shape
    const isOpen = isContested(target, other)
    const isAsWellKnown = isEqual(target, other)
    const isKnown = isOpen || isAsWellKnown
    if (strength !== 'strong' && !isOpen)
      return isKnown && isNegligible(other, target) ? undefined : { ...finding, level: 'warning' }
    if (!isKnown) return { ...finding, level }
    const kept = findKept(target, other, pairs)
    // A sender of many payees has some that resemble each other by chance.
    if (kept === address || (isAsWellKnown && level === 'warning' && !isShown(ends))) return undefined
    if (kept !== undefined) return { ...finding, level: 'block' }
    const isEarlier = history.complete && isFirst(target, other)
    return { ...finding, strength: 'strong', isUndecided: true, level: isEarlier ? 'warning' : level }
  }
  const found = alike.flatMap((one) => judge(one) ?? [])
  if (found.some(({ level }) => level === 'block')) return found
  // The money of a payer who was deceived makes an address known.
  const isDoubtful = family === 0 && (!isStrong(target) || advert === 'records')
  const confused = isDoubtful ? findConfusable(address, history, others, known) : []
  if (confused.length > 0) {
    const level = advert === 'records' ? 'block' : 'warning'
    return [...found, ...confused.map((one): Lookalike => ({ ...one, strength: undefined, isUndecided: false, level }))]
  }
  const isDustTelling = known <= oneEndReferences
  const isTelling = baits.some(({ kind, isFaint }) => !isFaint && (kind !== 'dust' || isDustTelling))
  if (found.length > 0 || isStrong(target) || !isTelling) return found
  return [...history.references, ...others]
    .map((other) => ({ other, ends: sharedEnds(address, other.address) }))
    .filter(({ other, ends }) => isStrong(other) && Math.max(ends.prefix, ends.suffix) >= oneEnd)
    .map((one): Lookalike => ({ ...one, strength: undefined, isUndecided: false, level: 'warning' }))
}

/** Strong references whose shown ends the target's are taken for, more than chance explains. */
function findConfusable(
  target: string,
  history: PreparedHistory,
  others: readonly Counterparty[],
  known: number,
): { other: Counterparty; ends: SharedEnds }[] {
  const candidates = spellingsOf(target).flatMap((spelled) => history.findSimilar(spelled))
  return [...new Set([...candidates, ...others])]
    .filter((other) => isStrong(other) && !isShown(sharedEnds(target, other.address)))
    .map((other) => ({ other, ends: confusableEnds(target, other.address) }))
    .filter(({ ends }) => isShown(ends) && isGround(ends))
    .filter(({ ends }) => known * confusedOnceIn * chanceConfused(countCharacters(ends)) <= 1)
}

/** Whether the sender provably knew a target before a reference: by money, since saving an address proves no order. */
function isFirst(target: Counterparty, other: Counterparty): boolean {
  if (target.saved === 'own' || other.saved === 'own') return target.saved === 'own'
  if (!isEqual({ ...target, saved: undefined }, other)) return false
  return (
    strengthOf({ ...other, saved: undefined }, target) !== 'strong' || isBefore(target.knownSince, other.knownSince)
  )
}
