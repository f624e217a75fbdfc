import type { Address } from 'viem'
import { sharedEnds } from '../../chain/similarity.js'
import { AFFIX_LENGTH } from '../grades/isLookalike.js'
import { countCharacters } from '../grades/resemblance.js'
import type { PairDecision } from '../history/PairDecision.js'
import { type Counterparty, stranger } from '../history/prepareHistory.js'
import { byAddress, type Lookalike } from './lookalike.js'
import { findKept } from './pairs.js'

/**
 * Whom a target resembles, by the published answers, which hold neither dates nor amounts: {@link AFFIX_LENGTH} characters
 * at both ends block, whichever of the two addresses was paid first. Wallets publish the same rule (MetaMask/core#8171,
 * Safe).
 *
 * @param isKnown - Whether the sender knows the target too, so that only a person can decide.
 * @param known - In lower case. One of `saved`, the sender's own addresses and contacts, is named rather than a payee. An address
 *   that is only `imported` warns, and never about an address that the sender knows.
 * @param pairs - Decisions of the sender.
 * @returns The address most alike, if there is one.
 */
export function findInAnswers(
  target: Counterparty,
  isKnown: boolean,
  { saved, payees, imported }: { [list in 'saved' | 'payees' | 'imported']: readonly Address[] },
  pairs: readonly PairDecision[],
): Lookalike[] {
  const { address } = target
  /** Most characters in common first. */
  const findAlike = (known: readonly Address[]) =>
    known
      .filter((one) => one !== address)
      .map((one) => ({ other: stranger(one), ends: sharedEnds(address, one) }))
      .filter(({ ends }) => Math.min(ends.prefix, ends.suffix) >= AFFIX_LENGTH)
      .sort((a, b) => countCharacters(b.ends) - countCharacters(a.ends) || byAddress(a, b))
  const blocking = [...findAlike(saved), ...findAlike(payees)]
    .map(({ other, ends }) => ({ other, ends, kept: isKnown ? findKept(target, other, pairs) : undefined }))
    .filter(({ kept }) => kept !== address)
    .slice(0, 1)
    .map(({ other, ends, kept }): Lookalike => {
      return { other, ends, strength: undefined, isUndecided: isKnown && kept === undefined, level: 'block' }
    })
  if (blocking.length > 0 || isKnown) return blocking
  return findAlike(imported)
    .slice(0, 1)
    .map((one): Lookalike => ({ ...one, strength: undefined, isUndecided: false, level: 'warning' }))
}
