/** A whole number below another. */
export type Random = (below: number) => number

/** The same numbers in every run: a counter, each step of it scrambled. */
export function randomOf(seed: number): Random {
  let state = seed | 0
  return (below) => {
    state = (state + 0x9e3779b9) | 0
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
    return Math.floor((((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32) * below)
  }
}

/** One of them. */
export function pick<value>(random: Random, values: readonly value[]): value {
  return values[random(values.length)] as value
}

/** A number of random bytes. */
export const randomBytesOf = (random: Random, length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, () => random(256)))
