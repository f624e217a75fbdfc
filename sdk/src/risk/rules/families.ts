import type { SharedEnds } from '../../chain/similarity.js'
import { familyCharacters, familyMembers } from '../grades/thresholds.js'
import { isStrong } from '../history/isStrong.js'
import type { Counterparty } from '../history/prepareHistory.js'
import { isAdvertised } from './telling.js'

/**
 * Leading characters that make a family: {@link familyCharacters} or more that {@link familyMembers} payees share with the target. The one public
 * false alarm of a wallet's similarity rule was such a family, alike in 22 + 4 characters (MetaMask/core#9943).
 *
 * Only strong references that nothing advertised count. That addresses have code, or the same maker, proves nothing: anyone
 * may use a factory, and the caller chooses the salt.
 */
export function familyPrefix(alike: readonly { other: Counterparty; ends: SharedEnds }[]): number {
  const shared = alike
    .filter(({ other }) => isStrong(other) && !isAdvertised(other))
    .map(({ ends }) => ends.prefix)
    .sort((a, b) => b - a)
  const family = shared[familyMembers - 1] ?? 0
  return family >= familyCharacters ? family : 0
}
