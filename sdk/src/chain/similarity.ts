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

/**
 * How many of them may stand at the end, the rest at the start: as 2 + 4, 3 + 3 and 4 + 2, and all at one end. Six in
 * each case make a key of 24 bits.
 */
const splits = [4, 3, 2, 0, 6]

/**
 * Prepares a list of addresses for the question which of them resemble another one.
 *
 * A hash table with at least eight slots for each address: a search looks into five of them, however long the list is.
 *
 * @param items - Each address once, in lower case.
 * @returns A function that gives the items whose address {@link isSimilar} to the one asked for, which is not among
 *   them.
 */
export function indexEnds<item extends { address: string }>(items: readonly item[]): (target: string) => item[] {
  const width = Math.ceil(Math.log2(items.length + 1)) + 3
  // Both hold an entry's number plus one, 0 where there is none; entry = position * 5 + split.
  const heads = new Int32Array(2 ** width)
  const nexts = new Int32Array(items.length * splits.length)
  let entry = 0
  for (const { address } of items)
    eachSlot(address, width, (slot) => {
      nexts[entry] = heads[slot] ?? 0
      heads[slot] = ++entry
    })
  return (target) => {
    const found = new Set<item>()
    eachSlot(target, width, (slot) => {
      for (let next = heads[slot]; next; next = nexts[next - 1]) {
        const item = items[Math.floor((next - 1) / splits.length)]
        if (item && item.address !== target && isSimilar(sharedEnds(target, item.address))) found.add(item)
      }
    })
    return [...found]
  }
}

/** Whether shared ends are enough to be looked at. */
export function isSimilar({ prefix, suffix }: SharedEnds): boolean {
  return prefix + suffix >= minCharacters && splits.some((last) => suffix >= last && prefix >= minCharacters - last)
}

function eachSlot(address: string, width: number, visit: (slot: number) => void): void {
  const head = numberOf(address, 2)
  const tail = numberOf(address, 42 - minCharacters)
  for (const last of splits) {
    const bits = bitsPerCharacter * last
    const key = ((head >>> bits) << bits) | (tail & (2 ** bits - 1))
    visit(Math.imul(key ^ (last << 24), 0x9e3779b1) >>> (32 - width))
  }
}

/** Six hexadecimal characters in lower case, read without making a string of them. */
function numberOf(address: string, start: number): number {
  let number = 0
  for (let i = start; i < start + minCharacters; i++) {
    const code = address.charCodeAt(i)
    number = (number << 4) | (code > 57 ? code - 87 : code - 48)
  }
  return number
}
