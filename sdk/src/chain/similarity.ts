import { type AddressTable, allSix, createAddressTable, type EndKey } from './addressTable.js'

/** A hexadecimal character of a random address is any of sixteen. */
const bitsPerCharacter = 4

/**
 * Characters that must agree in all before two addresses are similar: what the shortest abbreviations in use show, 2 + 4
 * in RainbowKit and Blockscout, 3 + 3 in Frame.
 */
const minCharacters = 6

/** What two addresses have in common at their ends, in hexadecimal characters. */
export type SharedEnds = { prefix: number; suffix: number }

/** Compares two addresses, in any letter case. */
export function sharedEnds(a: string, b: string): SharedEnds {
  let prefix = 0
  while (prefix < 40 && isSameCharacter(a, b, 2 + prefix)) prefix++
  let suffix = 0
  while (suffix < 40 && isSameCharacter(a, b, 41 - suffix)) suffix++
  return { prefix, suffix }
}

/**
 * The addresses that {@link isSimilar} to a target, itself among them. Looks at one character of most: of a long list nearly
 * all differ at both ends.
 */
export function findSimilar<address extends string>(target: string, addresses: readonly address[]): address[] {
  const first = target.charCodeAt(2) | 32
  const last = target.charCodeAt(41) | 32
  const found: address[] = []
  for (const address of addresses)
    if (
      ((address.charCodeAt(2) | 32) === first || (address.charCodeAt(41) | 32) === last) &&
      isSimilar(sharedEnds(target, address))
    )
      found.push(address)
  return found
}

/** The bit that tells small letters from capital ones is set in every digit. */
function isSameCharacter(a: string, b: string, at: number): boolean {
  return (a.charCodeAt(at) | 32) === (b.charCodeAt(at) | 32)
}

/**
 * Characters that agree, a run of three or more equal ones counted once: people choose such addresses, and chance has no
 * part in it.
 *
 * @param from - Leading characters left out.
 */
export function countRunsOnce(address: string, { prefix, suffix }: SharedEnds, from = 0): number {
  const count = (run: string) => run.replace(/(.)\1\1+/g, '$1').length
  return count(address.slice(2 + from, 2 + prefix)) + count(address.slice(42 - suffix))
}

/** How surprising shared ends are among so many addresses, in bits: four for each character, less the logarithm. */
export function surprise(address: string, ends: SharedEnds, known: number): number {
  return bitsPerCharacter * countRunsOnce(address, ends) - Math.log2(known)
}

/** How many of them may be at the end, the rest at the start: as 2 + 4, 3 + 3 and 4 + 2, and all at one end. */
const splits = [4, 3, 2, 0, 6]

/**
 * Prepares a list of addresses for the question which of them resemble another one. A search looks into five places of a hash
 * table, however long the list is.
 *
 * @param items - Each address once, in lower case.
 * @returns A function that gives the items whose address {@link isSimilar} to the one asked for, which is not among
 *   them.
 */
export function indexEnds<item extends { address: string }>(items: readonly item[]): (target: string) => item[] {
  const index = createEndIndex<item>(items.length)
  for (const item of items) index.add(item)
  return index.search
}

/** An {@link indexEnds} that grows. */
export type EndIndex<item> = Pick<AddressTable<item>, 'add'> & { search: (target: string) => item[] }

/** @param expected - How many items will be added; with more it makes room. */
export function createEndIndex<item extends { address: string }>(expected: number): EndIndex<item> {
  const { add, find } = createAddressTable<item>(splits.map(keyOf), expected)
  return {
    add,
    search(target) {
      const found = new Set<item>()
      find(target, (item) => {
        if (item.address !== target && isSimilar(sharedEnds(target, item.address))) found.add(item)
        return false
      })
      return [...found]
    },
  }
}

/** Six characters in all, so many of them at the end. */
function keyOf(suffix: number): EndKey {
  const last = (1 << (bitsPerCharacter * suffix)) - 1
  return { first: allSix - last, last }
}

/** Whether shared ends are enough to be looked at. */
export function isSimilar({ prefix, suffix }: SharedEnds): boolean {
  return prefix + suffix >= minCharacters && splits.some((last) => suffix >= last && prefix >= minCharacters - last)
}
