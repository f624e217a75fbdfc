import type { Address } from 'viem'
import { sharedEnds } from '../../chain/similarity.js'
import { AFFIX_LENGTH } from '../isLookalike.js'
import { stranger } from '../prepareHistory.js'
import type { Lookalike } from './lookalike.js'
import { countCharacters } from './resemblance.js'

/**
 * Whom a target resembles, by the published answers, which hold no dates: {@link AFFIX_LENGTH} characters at both ends
 * block, whichever of the two addresses was paid first. Wallets publish the same rule (MetaMask/core#8171, Safe).
 *
 * @param target - In lower case, like the others.
 * @param saved - The sender's own addresses and contacts; one of these is named rather than a payee.
 * @returns The address most alike, if there is one.
 */
export function findInAnswers(target: Address, saved: readonly Address[], payees: readonly Address[]): Lookalike[] {
  return [...findAlike(target, saved), ...findAlike(target, payees)].slice(0, 1)
}

/** Most characters in common first. */
function findAlike(target: Address, known: readonly Address[]): Lookalike[] {
  return known
    .filter((address) => address !== target)
    .map((address): Lookalike => ({ other: stranger(address), ends: sharedEnds(target, address), level: 'block' }))
    .filter(({ ends }) => Math.min(ends.prefix, ends.suffix) >= AFFIX_LENGTH)
    .sort((a, b) => countCharacters(b.ends) - countCharacters(a.ends))
}
