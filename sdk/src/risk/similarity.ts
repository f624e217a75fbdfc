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
 * A hash table with eight slots for each address: a search looks into five of them, however long the list is.
 *
 * @param addresses - In lower case, each once.
 * @returns A function that gives the positions of the addresses that share six characters with the one asked for; of
 *   the address itself too, where it is listed.
 */
export function indexEnds(addresses: readonly string[]): (target: string) => number[] {
  const width = Math.ceil(Math.log2(addresses.length + 1)) + 3
  // Both hold an entry's number plus one, 0 where there is none; entry = position * 5 + shape.
  const heads = new Int32Array(2 ** width)
  const nexts = new Int32Array(addresses.length * shapes.length)
  addresses.forEach((address, position) => {
    eachSlot(address, width, (slot, shape) => {
      const entry = position * shapes.length + shape
      nexts[entry] = heads[slot] ?? 0
      heads[slot] = entry + 1
    })
  })
  return (target) => {
    const found = new Set<number>()
    eachSlot(target, width, (slot, shape) => {
      for (let next = heads[slot] ?? 0; next > 0; next = nexts[next - 1] ?? 0) {
        const position = Math.floor((next - 1) / shapes.length)
        if ((next - 1) % shapes.length === shape && isSimilar(sharedEnds(target, addresses[position] ?? '')))
          found.add(position)
      }
    })
    return [...found]
  }
}

/** Whether shared ends are enough to be looked at. */
export function isSimilar({ prefix, suffix }: SharedEnds): boolean {
  return shapes.some(([first, last]) => prefix >= first && suffix >= last)
}

function eachSlot(address: string, width: number, visit: (slot: number, shape: number) => void): void {
  const head = Number.parseInt(address.slice(2, 8), 16)
  const tail = Number.parseInt(address.slice(36), 16)
  for (const [shape, [first, last]] of shapes.entries()) {
    const key = ((head >>> (24 - 4 * first)) << (4 * last)) | (tail & (2 ** (4 * last) - 1))
    visit(Math.imul(key ^ (shape << 24), 0x9e3779b1) >>> (32 - width), shape)
  }
}
