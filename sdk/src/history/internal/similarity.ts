import type { Address } from 'viem'

/** Whom a history may be imitating: since when each has been paid, the address's own and saved ones from the start. */
export type References = {
  /** Whether somebody older shows almost the same ends. */
  isImpostor: (address: Address) => boolean
}

const minSharedCharacters = 7
const minBits = 10

/**
 * Prepares the search. Two addresses are similar when they share seven leading and trailing characters together, which
 * is what attackers grind (three and four, four and three, or seven at one end), and chance does not explain it.
 *
 * @param since - Order of the first payment to each; smaller is older, and whoever is not in it was never paid.
 */
export function prepareReferences(since: ReadonlyMap<Address, number>): References {
  // Seven at both ends together are four at one end, so an address is compared only with those that share such an end.
  const byEnd = new Map<string, Address[]>()
  for (const address of since.keys()) {
    for (const end of endsOf(address)) {
      const list = byEnd.get(end)
      if (list === undefined) byEnd.set(end, [address])
      else list.push(address)
    }
  }
  const chanceBits = Math.log2(Math.max(since.size, 1))
  const known = new Map<Address, boolean>()

  const compute = (address: Address): boolean => {
    const own = since.get(address) ?? Number.POSITIVE_INFINITY
    return endsOf(address).some((end) =>
      byEnd
        .get(end)
        ?.some((other) => (since.get(other) ?? own) < own && bitsShared(address, other) - chanceBits >= minBits),
    )
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

/** Bits that two addresses share at their ends; 0 below seven characters. */
function bitsShared(one: Address, other: Address): number {
  const [a, b] = [one.toLowerCase().slice(2), other.toLowerCase().slice(2)]
  let prefix = 0
  while (prefix < a.length && a[prefix] === b[prefix]) prefix++
  if (prefix === a.length) return 0
  let suffix = 0
  while (a.at(-1 - suffix) === b.at(-1 - suffix)) suffix++
  if (prefix + suffix < minSharedCharacters) return 0
  return 4 * (weigh(a.slice(0, prefix)) + weigh(a.slice(a.length - suffix)))
}

/** A run of three or more counts once: people choose addresses with many zeros, and chance has no part in that. */
function weigh(text: string): number {
  return text.replace(/(.)\1\1+/g, '$1').length
}

function endsOf(address: Address): [string, string] {
  const digits = address.toLowerCase()
  return [digits.slice(0, 6), digits.slice(-4)]
}
