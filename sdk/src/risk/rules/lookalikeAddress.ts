import { checksum } from '../../chain/address.js'
import { sharedEnds } from '../../chain/similarity.js'
import type { LookalikeSide } from '../../errors/risk.js'
import { countCharacters } from '../grades/resemblance.js'
import { nearlyAsAlike } from '../grades/thresholds.js'
import { isStrong } from '../history/isStrong.js'
import { isBefore } from '../history/moments.js'
import type { Counterparty } from '../history/prepareHistory.js'
import type { Facts, Finding } from './facts.js'
import { byAddress, type Lookalike } from './lookalike.js'
import { isAdvertised } from './telling.js'

/**
 * The target resembles an address the sender knows, and is another one. Each resemblance has been graded by `findInHistory`
 * or `findInAnswers`; the most severe grade counts, and the address that the payer probably means is named.
 */
export function lookalikeAddress(facts: Facts): Finding | undefined {
  const { lookalikes, isImpostor, hasHistory, party } = facts
  if (lookalikes.length === 0) return undefined
  const severity = isImpostor ? 'block' : 'warning'
  const graded = lookalikes.filter(({ level }) => level === severity).sort(byAddress)
  const { other, ends, strength, isUndecided } = findMeant(graded)
  const lookalikeOf = checksum(other.address)
  const alsoLike = graded
    .filter((one) => isRefused(one) && one.other !== other)
    .map((one) => checksum(one.other.address))
  const isSame = countCharacters(ends) === countCharacters(sharedEnds(party.address, other.address))
  return {
    severity,
    message: isUndecided
      ? 'You know this address, and another one that looks the same. One of them is probably an imitation.'
      : isSame
        ? 'Shows the same first and last characters as an address you know, but is another one.'
        : 'Shows first and last characters that are easily taken for those of an address you know.',
    lookalikeOf,
    ...(alsoLike.length > 0 && { alsoLike }),
    ...(hasHistory && { matched: ends, strength }),
    ...(isUndecided && { undecided: true }),
    ...(isUndecided && hasHistory && { sides: [describeSide(party), describeSide(other)] }),
  }
}

function describeSide({
  address,
  firsts,
  baits,
  isImported: _imported,
  knownSince: _since,
  ...rest
}: Counterparty): LookalikeSide {
  const times = firsts.map(({ timestamp }) => Number(timestamp ?? Number.NaN))
  const first = Math.min(...times)
  return {
    address: checksum(address),
    ...rest,
    firstPaidAt: first < Infinity ? new Date(first) : null,
    baits: baits.length,
  }
}

/**
 * Of several known addresses one that is known well, and of those the one most alike; of those nearly as alike, the one that was paid
 * first. Before these comes one that makes a co-signer refuse: that the target was paid before a third address, or is taken for
 * one, does not excuse it.
 */
function findMeant(lookalikes: readonly Lookalike[]): Lookalike {
  const refused = preferring(lookalikes, isRefused)
  const known = preferring(refused, ({ other }) => isStrong(other))
  const pool = preferring(known, ({ other }) => !isAdvertised(other))
  const most = Math.max(...pool.map(({ ends }) => countCharacters(ends)))
  return pool
    .filter(({ ends }) => countCharacters(ends) >= most - nearlyAsAlike)
    .reduce((a, b) => (comesFirst(b.other, a.other) ? b : a))
}

/** Whether a co-signer asks about it. */
function isRefused({ strength, isUndecided, level }: Lookalike): boolean {
  return level === 'warning' && strength === 'strong' && !isUndecided
}

function preferring(lookalikes: readonly Lookalike[], isBetter: (one: Lookalike) => boolean): readonly Lookalike[] {
  const better = lookalikes.filter(isBetter)
  return better.length > 0 ? better : lookalikes
}

function comesFirst(a: Counterparty, b: Counterparty): boolean {
  return (a.firsts.length === 0 && b.firsts.length > 0) || isBefore(a.knownSince, b.knownSince)
}
