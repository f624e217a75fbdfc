import type { Address } from 'viem'
import { indexEnds, sharedEnds, surprise } from '../../chain/similarity.js'

/** Whom a history may be imitating: since when each has been paid, the address's own and saved ones from the start. */
export type References = {
  /** Whether an older one shows almost the same ends. */
  isImpostor: (address: Address) => boolean
}

const minSharedCharacters = 7
const minBits = 10

/**
 * Prepares the search. Two addresses are similar when they share seven leading and trailing characters together, which
 * is what attackers grind (three and four, four and three, or seven at one end), and chance does not explain it.
 *
 * @param since - Order of the first payment to each; smaller is older, and an address that is not in it was never paid.
 */
export function prepareReferences(since: ReadonlyMap<Address, number>): References {
  // Each that shares seven characters is among those that the search finds.
  const search = indexEnds([...since].map(([address, order]) => ({ address: address.toLowerCase(), order })))
  const known = new Map<Address, boolean>()

  const compute = (address: Address): boolean => {
    const own = since.get(address) ?? Number.POSITIVE_INFINITY
    const target = address.toLowerCase()
    return search(target).some(({ address: other, order }) => {
      const ends = sharedEnds(target, other)
      const isClose = ends.prefix + ends.suffix >= minSharedCharacters
      return order < own && isClose && surprise(target, ends, since.size) >= minBits
    })
  }
  return {
    isImpostor(address) {
      let answer = known.get(address)
      if (answer === undefined) {
        answer = compute(address)
        known.set(address, answer)
      }
      return answer
    },
  }
}
