/** Which bits of the first and of the last six characters of an address make a key. */
export type EndKey = { first: number; last: number }

/** Six hexadecimal characters. */
export const allSix = 0xffffff

/** Items by the ends of their addresses. */
export type AddressTable<item> = {
  /** Takes time in proportion to the address alone, over many of them. */
  add: (item: item) => void
  /** The first item that is accepted, of those that share a key with an address. Some others come along. */
  find: (address: string, accept: (item: item) => boolean) => item | undefined
}

/**
 * A hash table of addresses in lower case, by some keys for each. A built-in map of so many strings hashes each whole, and
 * copies itself whenever it grows; here both ends decide, and room is made at once.
 *
 * @param expected - How many items will be added; with more it makes room.
 */
export function createAddressTable<item extends { address: string }>(
  keys: readonly EndKey[],
  expected: number,
): AddressTable<item> {
  const items: item[] = []
  let room = 0
  let shift = 0
  // Both hold an entry's number plus one, 0 where there is none; entry = position * keys + key.
  let heads = new Int32Array()
  let nexts = heads

  function makeRoom(wanted: number): void {
    room = wanted
    // Two to four slots for each address, eight to sixteen where there are several keys.
    shift = Math.clz32(room) - 1 - (keys.length >> 1)
    heads = new Int32Array(2 ** (32 - shift))
    nexts = new Int32Array(room * keys.length)
    items.forEach(link)
  }

  function link({ address }: item, position: number): void {
    const head = numberAt(address, 2)
    const tail = numberAt(address, 36)
    let entry = position * keys.length
    for (const key of keys) {
      const slot = slotOf(head, tail, key, shift)
      // `slotOf` stays below the length.
      nexts[entry] = heads[slot] as number
      heads[slot] = ++entry
    }
  }

  makeRoom(Math.max(expected, leastRoom))
  return {
    add(item) {
      if (items.length === room) makeRoom(room * 2)
      link(item, items.push(item) - 1)
    },
    find(address, accept) {
      const head = numberAt(address, 2)
      const tail = numberAt(address, 36)
      for (const key of keys)
        for (let next = heads[slotOf(head, tail, key, shift)]; next; next = nexts[next - 1]) {
          const item = items[((next - 1) / keys.length) | 0]
          if (item && accept(item)) return item
        }
      return undefined
    },
  }
}

const leastRoom = 16

function slotOf(head: number, tail: number, { first, last }: EndKey, shift: number): number {
  return (Math.imul(head & first, 0x9e3779b1) ^ Math.imul(tail & last, 0x85ebca6b)) >>> shift
}

/** Six hexadecimal characters in lower case, read without making a string of them. */
function numberAt(address: string, start: number): number {
  let number = 0
  for (let i = start; i < start + 6; i++) {
    const code = address.charCodeAt(i)
    number = (number << 4) | ((code & 15) + 9 * (code >> 6))
  }
  return number
}
