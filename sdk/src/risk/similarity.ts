/** What two addresses have in common at their ends, in hexadecimal characters. */
export type SharedEnds = { prefix: number; suffix: number }

/** Compares two different addresses, both in lower case. */
export function sharedEnds(a: string, b: string): SharedEnds {
  let prefix = 0
  while (prefix < 40 && a.charCodeAt(2 + prefix) === b.charCodeAt(2 + prefix)) prefix++
  let suffix = 0
  while (suffix < 40 && a.charCodeAt(41 - suffix) === b.charCodeAt(41 - suffix)) suffix++
  return { prefix, suffix }
}

/**
 * How surprising shared ends are, in bits: four for each character, less the logarithm of the number of addresses
 * among which the resemblance was found. A run of three or more equal characters counts as one, because people choose
 * such addresses and chance has no part in it.
 */
export function surprise(address: string, { prefix, suffix }: SharedEnds, known: number): number {
  const weight = (run: string) => run.replace(/(.)\1\1+/g, '$1').length
  const characters = weight(address.slice(2, 2 + prefix)) + weight(address.slice(42 - suffix))
  return 4 * characters - Math.log2(known)
}

/**
 * The least that makes two addresses similar, as [first, last] characters: what the shortest abbreviation in use shows
 * (2 + 4), its like, and six characters at one end. Six in each case, so that one table of 24-bit keys holds them all.
 */
const shapes = [
  [2, 4],
  [3, 3],
  [4, 2],
  [6, 0],
  [0, 6],
] as const

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
  // Both hold an entry's number plus one, 0 where there is none; entry = position * 5 + shape.
  const heads = new Int32Array(2 ** width)
  const nexts = new Int32Array(items.length * shapes.length)
  let entry = 0
  for (const { address } of items)
    for (const slot of slotsOf(address, width)) {
      nexts[entry] = heads[slot] ?? 0
      heads[slot] = ++entry
    }
  return (target) => {
    const found = new Set<item>()
    for (const slot of slotsOf(target, width))
      for (let next = heads[slot]; next; next = nexts[next - 1]) {
        const item = items[Math.floor((next - 1) / shapes.length)]
        if (item && item.address !== target && isSimilar(sharedEnds(target, item.address))) found.add(item)
      }
    return [...found]
  }
}

/** Whether shared ends are enough to be looked at. */
export function isSimilar({ prefix, suffix }: SharedEnds): boolean {
  return shapes.some(([first, last]) => prefix >= first && suffix >= last)
}

function slotsOf(address: string, width: number): number[] {
  const head = Number.parseInt(address.slice(2, 8), 16)
  const tail = Number.parseInt(address.slice(36), 16)
  return shapes.map(([first, last], shape) => {
    const key = ((head >>> (24 - 4 * first)) << (4 * last)) | (tail & (2 ** (4 * last) - 1))
    return Math.imul(key ^ (shape << 24), 0x9e3779b1) >>> (32 - width)
  })
}
