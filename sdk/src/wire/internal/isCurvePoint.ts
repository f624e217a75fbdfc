/**
 * Whether 33 bytes of hex, already known to begin with 02 or 03, encode a point of secp256k1: whether x has a y.
 *
 * Written out because a curve library would multiply the size of these formats. About a millisecond.
 */
export function isCurvePoint(compressed: string): boolean {
  const x = BigInt(`0x${compressed.slice(4)}`)
  return x < prime && power(x ** 3n + 7n, (prime - 1n) / 2n) === 1n
}

/** SEC 2, section 2.4.1. */
const prime = 2n ** 256n - 2n ** 32n - 977n

/** Euler's criterion: the power is 1 for a square. No x of this curve gives zero. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let factor = base % prime, rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % prime
    factor = (factor * factor) % prime
  }
  return result
}
