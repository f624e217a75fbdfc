import { curveOrder } from './order.js'

/**
 * How to multiply any point by one scalar: 0 doubles, any other number adds (or, first, takes) the entry of the point's
 * table of that number, see {@link entryOf}.
 */
export type MultiplicationPlan = Uint8Array

/** Odd multiples 1, 3 … 15 of the point are in a table, each with its negative and the images of both. */
export const oddMultiples = 8

/** Number of the step that adds ±(2 * index + 1) times the point, or times its image under the endomorphism. */
export function entryOf(index: number, isImage: boolean, isNegative: boolean): number {
  return 1 + 4 * index + (isImage ? 2 : 0) + (isNegative ? 1 : 0)
}

/**
 * Plans a multiplication: the scalar is split in two halves of 128 bits over the endomorphism, each is written in signed
 * odd digits below 16 with at least four zeros between them.
 *
 * The formulas of the steps fail where an addition meets the same point, its negative or nothing. A point of the curve
 * has order n, so whether that happens depends on the scalar alone, not on the point: a plan is followed here with
 * numbers. The scalar can be split in several ways: the cheapest one is chosen in which it does not happen. The sums that
 * make the table, of different multiples below 16, cannot meet it. A plan is thus right for every point of the curve; a
 * point of another curve gets a result without meaning.
 *
 * @param scalar - 1 to n - 1. Time depends on it.
 */
export function planMultiplication(scalar: bigint): MultiplicationPlan {
  const [first, second] = split(scalar)
  const splits = ways.flatMap((j) =>
    ways.map((i) => [first + i * basis[0] + j * basis[2], second + i * basis[1] + j * basis[3]].map(signedDigits)),
  )
  for (const digits of splits.sort((one, other) => costOf(one) - costOf(other))) {
    const plan = follow(digits)
    if (plan !== undefined) return plan
  }
  throw new RangeError('No way to multiply by this scalar.')
}

/** The digits of both halves. */
type Split = readonly (readonly number[])[]

/** Multiplications of numbers: 7 for each doubling, 11 for each addition. */
function costOf(digits: Split): number {
  return 7 * lengthOf(digits) + 11 * digits.flat().filter((digit) => digit !== 0).length
}

function lengthOf(digits: Split): number {
  return Math.max(...digits.map(({ length }) => length))
}

/** Multiples of a basis vector that the halves are tried with: the cheapest of the nine saves two additions of 43. */
const ways = [0n, 1n, -1n] as const
/** The endomorphism multiplies a point by this. */
const lambda = 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n
/** Two short vectors (x, y) with x + y * lambda = 0 modulo n; their determinant is n. Pinned by a test. */
const basis = [
  0x3086d221a7d46bcde86c90e49284eb15n,
  -0xe4437ed6010e88286f547fa90abfe4c3n,
  0x114ca50f7a8e2f3f657c1108d9d44cfd8n,
  0x3086d221a7d46bcde86c90e49284eb15n,
] as const

/** The scalar as first + second * lambda modulo n, both at most 129 bits: the nearest vector of the basis is taken off. */
function split(scalar: bigint): [first: bigint, second: bigint] {
  const i = nearest(basis[3] * scalar)
  const j = nearest(-basis[1] * scalar)
  return [scalar - i * basis[0] - j * basis[2], -i * basis[1] - j * basis[3]]
}

/** The quotient by n, rounded; the dividend is not negative. */
function nearest(dividend: bigint): bigint {
  return (dividend + curveOrder / 2n) / curveOrder
}

/** The plan for these digits, or `undefined` where a step of it would fail. */
function follow(digits: Split): MultiplicationPlan | undefined {
  const plan: number[] = []
  let reached = 0n
  for (let bit = lengthOf(digits) - 1; bit >= 0; bit--) {
    if (plan.length > 0) {
      plan.push(0)
      reached = (2n * reached) % curveOrder
    }
    for (const isImage of [false, true]) {
      const digit = digits[isImage ? 1 : 0]?.[bit] ?? 0
      if (digit === 0) continue
      const added = (BigInt(digit) * (isImage ? lambda : 1n)) % curveOrder
      const fails = (reached - added) % curveOrder === 0n || (reached + added) % curveOrder === 0n || reached === 0n
      if (plan.length > 0 && fails) return undefined
      plan.push(entryOf((Math.abs(digit) - 1) / 2, isImage, digit < 0))
      reached = (reached + added) % curveOrder
    }
  }
  // An addition never gives nothing here: that is the case of the negative.
  return plan.length === 0 ? undefined : Uint8Array.from(plan)
}

/** Digits of a number, lowest first: zero or odd, -15 to 15, any five neighbours hold at most one that is not zero. */
function signedDigits(value: bigint): number[] {
  const digits: number[] = []
  const sign = value < 0n ? -1 : 1
  for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 1n) {
    const window = Number(rest & 31n)
    const digit = window % 2 === 0 ? 0 : window < 16 ? window : window - 32
    rest -= BigInt(digit)
    digits.push(sign * digit)
  }
  return digits
}
