import type { Address } from 'viem'
import { isSimilar, type SharedEnds, sharedEnds } from '../../chain/similarity.js'
import type { RiskLevel } from '../../errors/risk.js'
import { isBefore } from '../internal/moments.js'
import { type Counterparty, isGenuine, type PreparedHistory, stranger } from '../prepareHistory.js'
import { softenForFamily } from './families.js'
import type { Lookalike } from './lookalike.js'
import { gradeAlone, gradeBaited, isShown } from './resemblance.js'
import { tellingBaits } from './telling.js'

/**
 * Whom a target resembles, by the sender's history.
 *
 * @param target - What is recorded about it.
 * @param references - Known addresses, in lower case, that the history may not have been prepared with.
 * @param isTrusted - Whether the target is saved, or the verified recipient of a protected transfer.
 * @param isContract - Whether the target has code.
 */
export function findInHistory(
  history: PreparedHistory,
  target: Counterparty,
  references: readonly Address[],
  isTrusted: boolean,
  isContract: boolean,
): Lookalike[] {
  const { address: key, firsts, payments, received } = target
  const isAdvertised = tellingBaits(target).length > 0

  const extra = references.filter((address) => address !== key && !isGenuine(history.find(address))).map(stranger)
  // The target itself does not count: to save an impostor must not make its resemblance look more like chance.
  const known = history.size - (isGenuine(target) ? 1 : 0) + (history.complete ? extra.length : 0)
  const matches = [...history.findSimilar(key), ...extra]
    .map((other) => ({ other, ends: sharedEnds(key, other.address), isPaidLater: isBefore(firsts, other.firsts) }))
    // The payee that was paid first is the genuine one; half a history does not tell which that was.
    .filter(({ ends, isPaidLater }) => isSimilar(ends) && !(history.complete && isPaidLater))
    .sort((a, b) => (a.other.address < b.other.address ? -1 : 1))

  const alike = matches
    .filter(({ other, ends, isPaidLater }) => isShown(ends) && !isPaidLater && other.payments > 0)
    .map(({ other }) => other)
  const grade = (other: Counterparty, ends: SharedEnds): RiskLevel => {
    const appearedAfter = isBefore(other.firsts, received) && !isBefore(firsts, received)
    if (isAdvertised || appearedAfter) return gradeBaited(key, ends, known)
    return softenForFamily(gradeAlone(key, ends, known, payments > 0 || isTrusted), target, ends, alike, isContract)
  }
  return matches
    .map(({ other, ends }) => ({ other, ends, level: grade(other, ends) }))
    .filter(({ level }) => level !== 'safe')
}
