/**
 * Numbers modulo the prime of secp256k1, p = 2^256 - 2^32 - 977, in plain doubles.
 *
 * A number is eleven limbs of 24 bits, lowest first, in one memory that all of them share; a slot is the index of its
 * first limb. Limbs carry a sign and need not be reduced: a number has size t when no limb but the last is beyond
 * t * 2^23, the last none beyond t * 2^15 (the first ten make 240 bits, the last holds 16). A column of a product
 * of sizes t and u stays below 11 * t * u * 2^46, which a double holds exactly while t * u <= 11.6. Every operation
 * says what size it leaves; callers keep within the limit. Time depends on no value except where a comment says so.
 *
 * `as number`: a slot's limbs are inside the memory, and callers hand over the 32 bytes that are read and written; a check
 * at every element would cost time, and a branch.
 */

/** Index of a number's first limb. */
export type Slot = number

/** Limbs of a number: slots are multiples of it. */
export const slotSize = 11

// Slots 0 and 1 hold the columns of the product under way; the powers of `invert` and `squareRoot` follow.
/** The number one. */
export const one: Slot = 8 * slotSize
/** A cube root of one: multiplying x by it multiplies the point by the curve's endomorphism. */
export const beta: Slot = 9 * slotSize
/** First slot that nothing here uses. */
export const firstFree: Slot = 10 * slotSize
/** Slots there are: what works on more than that at once raises it. */
const slotCount = 320

const ones2: Slot = 2 * slotSize
const ones3: Slot = 3 * slotSize
const ones11: Slot = 4 * slotSize
const ones88: Slot = ones11
const ones22: Slot = 5 * slotSize
const ones44: Slot = 6 * slotSize
const ones223: Slot = 7 * slotSize

const betaLimbs = [
  -7011858, 7088242, -6962887, 1242506, -1029771, 3467677, -6378444, 7234632, 8128272, 6957925, 31465,
] as const
/** The prime's last bytes; all before them are ff. */
const primeEnd = [0xfe, 0xff, 0xff, 0xfc, 0x2f] as const

const m = /* @__PURE__ */ createMemory()
/** All slots. */
export const memory: Float64Array = m

// Adding and subtracting 3 * 2^(51 + b) rounds a double to a multiple of 2^b: a carry without branch or integer.
const round = 3 * 2 ** 75
const down = 2 ** -24
const roundTop = 3 * 2 ** 67
const downTop = 2 ** -16
// 2^264 = fold0 + fold1 * 2^24 modulo p.
const fold0 = 2 ** 8 * 977
const fold1 = 2 ** 16

/** o = a * b. Leaves size 1 + (1 + 5.5 t u) / 52. */
export function multiply(o: Slot, a: Slot, b: Slot): void {
  columnsOfProduct(a, b)
  reduce(o)
}

/** o = a * a. Leaves the size of {@link multiply}. */
export function square(o: Slot, a: Slot): void {
  columnsOfSquare(a)
  reduce(o)
}

/** o = s * a * b + k * c for small whole s and k. Leaves size 1 + s * (1 + 5.5 t u) / 52. */
export function multiplyAdd(o: Slot, a: Slot, b: Slot, s: number, c: Slot, k: number): void {
  columnsOfProduct(a, b)
  reduceAdd(o, s, c, k)
}

/** o = s * a * a + k * c. Leaves the size of {@link multiplyAdd}. */
export function squareAdd(o: Slot, a: Slot, s: number, c: Slot, k: number): void {
  columnsOfSquare(a)
  reduceAdd(o, s, c, k)
}

/** o = i * a + j * b for small whole i and j, without carry: sizes add up. */
export function combine(o: Slot, a: Slot, i: number, b: Slot, j: number): void {
  for (let limb = 0; limb < slotSize; limb++) m[o + limb] = i * (m[a + limb] as number) + j * (m[b + limb] as number)
}

/** Carries once in place. Leaves size 1.02 where it was 100 or less. */
export function settle(o: Slot): void {
  const top = m[o + slotSize - 1] as number
  const over = top + roundTop - roundTop
  let carry = over * downTop * 977
  let next = over * downTop * 2 ** 8
  for (let limb = 0; limb < slotSize - 1; limb++) {
    const value = m[o + limb] as number
    const rounded = value + round - round
    m[o + limb] = value - rounded + carry
    carry = rounded * down + next
    next = 0
  }
  m[o + slotSize - 1] = top - over + carry
}

/** o = a. */
export function copy(o: Slot, a: Slot): void {
  m.copyWithin(o, a, a + slotSize)
}

/** o = 1 / a, and 0 for 0: a^(p - 2). o is not a. */
export function invert(o: Slot, a: Slot): void {
  raiseToOnes(a)
  raise(o, ones223, 23, ones22)
  raise(o, o, 5, a)
  raise(o, o, 3, ones2)
  raise(o, o, 2, a)
}

/** o = a root of a, if a has one: a^((p + 1) / 4). Returns whether it has; o is of no use else. o is not a. */
export function squareRoot(o: Slot, a: Slot): boolean {
  raiseToOnes(a)
  raise(o, ones223, 23, ones22)
  raise(o, o, 6, ones2)
  square(o, o)
  square(o, o)
  squareAdd(ones2, o, 1, a, -1)
  return isZero(ones2)
}

/** Entries of a table that {@link pick} reads. */
export const pickedEntries = 8

/**
 * o, and the slot after it, become the coordinates x and y of the entry of that number, 0 to 7. Every entry is read
 * whichever is picked, so that neither the time nor the addresses tell the number.
 *
 * @param source - {@link memory}, or another table of limbs.
 * @param start - Where the x of the first entry begins in it.
 * @param stride - From entry to entry.
 * @param toY - From an entry's x to its y.
 */
// biome-ignore format: one statement an entry
export function pick(o: Slot, source: Float64Array, start: number, stride: number, toY: number, entry: number): void {
  const k0 = isEqual(entry, 0), k1 = isEqual(entry, 1), k2 = isEqual(entry, 2), k3 = isEqual(entry, 3),
    k4 = isEqual(entry, 4), k5 = isEqual(entry, 5), k6 = isEqual(entry, 6), k7 = isEqual(entry, 7)
  for (let limb = 0; limb < 2 * slotSize; limb++) {
    const at = start + (limb < slotSize ? limb : limb - slotSize + toY)
    m[o + limb] = k0 * (source[at] as number) + k1 * (source[at + stride] as number) +
      k2 * (source[at + 2 * stride] as number) + k3 * (source[at + 3 * stride] as number) +
      k4 * (source[at + 4 * stride] as number) + k5 * (source[at + 5 * stride] as number) +
      k6 * (source[at + 6 * stride] as number) + k7 * (source[at + 7 * stride] as number)
  }
}

/** 1 or 0, without a branch. */
function isEqual(one: number, other: number): number {
  return ((one ^ other) - 1) >>> 31
}

/** Whether a is a multiple of p. */
export function isZero(a: Slot): boolean {
  canonicalise(a)
  for (let limb = 0; limb < slotSize; limb++) if (m[limb] !== 0) return false
  return true
}

/** o = the 32 bytes at `offset`, highest first. False, and o of no use, when they are not below p. Leaves size 1.01. */
export function load(o: Slot, bytes: Uint8Array, offset: number): boolean {
  let carry = 0
  for (let limb = 0; limb < slotSize - 1; limb++) {
    const at = offset + 29 - 3 * limb
    const digit = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number)
    const value = digit + carry
    carry = value >= 2 ** 23 ? 1 : 0
    m[o + limb] = value - carry * 2 ** 24
  }
  const last = ((bytes[offset] as number) << 8) | (bytes[offset + 1] as number)
  m[o + slotSize - 1] = last + carry
  return last < 2 ** 16 - 1 || !isAtLeastPrime(bytes, offset)
}

/** Writes a, reduced below p, as 32 bytes, highest first. */
export function store(bytes: Uint8Array, offset: number, a: Slot): void {
  canonicalise(a)
  for (let limb = 0; limb < slotSize - 1; limb++) {
    const at = offset + 29 - 3 * limb
    const digit = m[limb] as number
    bytes[at] = digit >> 16
    bytes[at + 1] = digit >> 8
    bytes[at + 2] = digit
  }
  bytes[offset] = (m[slotSize - 1] as number) >> 8
  bytes[offset + 1] = m[slotSize - 1] as number
}

// Written out, since a loop takes several times as long. Column i collects the products of limbs j and i - j.
// biome-ignore format: one statement a column
function columnsOfProduct(a: Slot, b: Slot): void {
  const a0 = m[a] as number, a1 = m[a + 1] as number, a2 = m[a + 2] as number, a3 = m[a + 3] as number,
    a4 = m[a + 4] as number, a5 = m[a + 5] as number, a6 = m[a + 6] as number, a7 = m[a + 7] as number,
    a8 = m[a + 8] as number, a9 = m[a + 9] as number, a10 = m[a + 10] as number
  const b0 = m[b] as number, b1 = m[b + 1] as number, b2 = m[b + 2] as number, b3 = m[b + 3] as number,
    b4 = m[b + 4] as number, b5 = m[b + 5] as number, b6 = m[b + 6] as number, b7 = m[b + 7] as number,
    b8 = m[b + 8] as number, b9 = m[b + 9] as number, b10 = m[b + 10] as number
  m[0] = a0 * b0
  m[1] = a0 * b1 + a1 * b0
  m[2] = a0 * b2 + a1 * b1 + a2 * b0
  m[3] = a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0
  m[4] = a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0
  m[5] = a0 * b5 + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + a5 * b0
  m[6] = a0 * b6 + a1 * b5 + a2 * b4 + a3 * b3 + a4 * b2 + a5 * b1 + a6 * b0
  m[7] = a0 * b7 + a1 * b6 + a2 * b5 + a3 * b4 + a4 * b3 + a5 * b2 + a6 * b1 + a7 * b0
  m[8] = a0 * b8 + a1 * b7 + a2 * b6 + a3 * b5 + a4 * b4 + a5 * b3 + a6 * b2 + a7 * b1 + a8 * b0
  m[9] = a0 * b9 + a1 * b8 + a2 * b7 + a3 * b6 + a4 * b5 + a5 * b4 + a6 * b3 + a7 * b2 + a8 * b1 + a9 * b0
  m[10] = a0 * b10 + a1 * b9 + a2 * b8 + a3 * b7 + a4 * b6 + a5 * b5 + a6 * b4 + a7 * b3 + a8 * b2 + a9 * b1 +
    a10 * b0
  m[11] = a1 * b10 + a2 * b9 + a3 * b8 + a4 * b7 + a5 * b6 + a6 * b5 + a7 * b4 + a8 * b3 + a9 * b2 + a10 * b1
  m[12] = a2 * b10 + a3 * b9 + a4 * b8 + a5 * b7 + a6 * b6 + a7 * b5 + a8 * b4 + a9 * b3 + a10 * b2
  m[13] = a3 * b10 + a4 * b9 + a5 * b8 + a6 * b7 + a7 * b6 + a8 * b5 + a9 * b4 + a10 * b3
  m[14] = a4 * b10 + a5 * b9 + a6 * b8 + a7 * b7 + a8 * b6 + a9 * b5 + a10 * b4
  m[15] = a5 * b10 + a6 * b9 + a7 * b8 + a8 * b7 + a9 * b6 + a10 * b5
  m[16] = a6 * b10 + a7 * b9 + a8 * b8 + a9 * b7 + a10 * b6
  m[17] = a7 * b10 + a8 * b9 + a9 * b8 + a10 * b7
  m[18] = a8 * b10 + a9 * b9 + a10 * b8
  m[19] = a9 * b10 + a10 * b9
  m[20] = a10 * b10
}

// biome-ignore format: one statement a column
function columnsOfSquare(a: Slot): void {
  const a0 = m[a] as number, a1 = m[a + 1] as number, a2 = m[a + 2] as number, a3 = m[a + 3] as number,
    a4 = m[a + 4] as number, a5 = m[a + 5] as number, a6 = m[a + 6] as number, a7 = m[a + 7] as number,
    a8 = m[a + 8] as number, a9 = m[a + 9] as number, a10 = m[a + 10] as number
  const d0 = a0 + a0, d1 = a1 + a1, d2 = a2 + a2, d3 = a3 + a3, d4 = a4 + a4, d5 = a5 + a5, d6 = a6 + a6, d7 = a7 + a7, d8 = a8 + a8, d9 = a9 + a9
  m[0] = a0 * a0
  m[1] = d0 * a1
  m[2] = d0 * a2 + a1 * a1
  m[3] = d0 * a3 + d1 * a2
  m[4] = d0 * a4 + d1 * a3 + a2 * a2
  m[5] = d0 * a5 + d1 * a4 + d2 * a3
  m[6] = d0 * a6 + d1 * a5 + d2 * a4 + a3 * a3
  m[7] = d0 * a7 + d1 * a6 + d2 * a5 + d3 * a4
  m[8] = d0 * a8 + d1 * a7 + d2 * a6 + d3 * a5 + a4 * a4
  m[9] = d0 * a9 + d1 * a8 + d2 * a7 + d3 * a6 + d4 * a5
  m[10] = d0 * a10 + d1 * a9 + d2 * a8 + d3 * a7 + d4 * a6 + a5 * a5
  m[11] = d1 * a10 + d2 * a9 + d3 * a8 + d4 * a7 + d5 * a6
  m[12] = d2 * a10 + d3 * a9 + d4 * a8 + d5 * a7 + a6 * a6
  m[13] = d3 * a10 + d4 * a9 + d5 * a8 + d6 * a7
  m[14] = d4 * a10 + d5 * a9 + d6 * a8 + a7 * a7
  m[15] = d5 * a10 + d6 * a9 + d7 * a8
  m[16] = d6 * a10 + d7 * a9 + a8 * a8
  m[17] = d7 * a10 + d8 * a9
  m[18] = d8 * a10 + a9 * a9
  m[19] = d9 * a10
  m[20] = a10 * a10
}

/**
 * o = the columns, reduced. All columns carry at once into the next; what is above 2^264 is folded down; the limb
 * that reaches over 2^256 is folded down; all limbs carry at once again.
 */
// biome-ignore format: one statement a limb
function reduce(o: Slot): void {
  const c0 = m[0] as number, c1 = m[1] as number, c2 = m[2] as number, c3 = m[3] as number, c4 = m[4] as number,
    c5 = m[5] as number, c6 = m[6] as number, c7 = m[7] as number, c8 = m[8] as number, c9 = m[9] as number,
    c10 = m[10] as number, c11 = m[11] as number, c12 = m[12] as number, c13 = m[13] as number, c14 = m[14] as number,
    c15 = m[15] as number, c16 = m[16] as number, c17 = m[17] as number, c18 = m[18] as number, c19 = m[19] as number,
    c20 = m[20] as number
  const q0 = c0 + round - round, q1 = c1 + round - round, q2 = c2 + round - round, q3 = c3 + round - round,
    q4 = c4 + round - round, q5 = c5 + round - round, q6 = c6 + round - round, q7 = c7 + round - round,
    q8 = c8 + round - round, q9 = c9 + round - round, q10 = c10 + round - round, q11 = c11 + round - round,
    q12 = c12 + round - round, q13 = c13 + round - round, q14 = c14 + round - round, q15 = c15 + round - round,
    q16 = c16 + round - round, q17 = c17 + round - round, q18 = c18 + round - round, q19 = c19 + round - round,
    q20 = c20 + round - round
  const h21 = q20 * down, h11 = c11 - q11 + q10 * down + h21 * fold1, h12 = c12 - q12 + q11 * down,
    h13 = c13 - q13 + q12 * down, h14 = c14 - q14 + q13 * down, h15 = c15 - q15 + q14 * down,
    h16 = c16 - q16 + q15 * down, h17 = c17 - q17 + q16 * down, h18 = c18 - q18 + q17 * down,
    h19 = c19 - q19 + q18 * down, h20 = c20 - q20 + q19 * down
  const t0 = c0 - q0 + h11 * fold0
  const t1 = c1 - q1 + q0 * down + h12 * fold0 + h11 * fold1
  const u2 = c2 - q2 + q1 * down + h13 * fold0 + h12 * fold1
  const u3 = c3 - q3 + q2 * down + h14 * fold0 + h13 * fold1
  const u4 = c4 - q4 + q3 * down + h15 * fold0 + h14 * fold1
  const u5 = c5 - q5 + q4 * down + h16 * fold0 + h15 * fold1
  const u6 = c6 - q6 + q5 * down + h17 * fold0 + h16 * fold1
  const u7 = c7 - q7 + q6 * down + h18 * fold0 + h17 * fold1
  const u8 = c8 - q8 + q7 * down + h19 * fold0 + h18 * fold1
  const u9 = c9 - q9 + q8 * down + h20 * fold0 + h19 * fold1
  const t10 = c10 - q10 + q9 * down + h21 * fold0 + h20 * fold1
  const p9 = u9 + round - round, u10 = t10 + p9 * down, top = u10 + roundTop - roundTop, over = top * downTop
  const u0 = t0 + over * 977, u1 = t1 + over * 256
  const p0 = u0 + round - round, p1 = u1 + round - round, p2 = u2 + round - round, p3 = u3 + round - round,
    p4 = u4 + round - round, p5 = u5 + round - round, p6 = u6 + round - round, p7 = u7 + round - round,
    p8 = u8 + round - round
  m[o] = u0 - p0
  m[o + 1] = u1 - p1 + p0 * down
  m[o + 2] = u2 - p2 + p1 * down
  m[o + 3] = u3 - p3 + p2 * down
  m[o + 4] = u4 - p4 + p3 * down
  m[o + 5] = u5 - p5 + p4 * down
  m[o + 6] = u6 - p6 + p5 * down
  m[o + 7] = u7 - p7 + p6 * down
  m[o + 8] = u8 - p8 + p7 * down
  m[o + 9] = u9 - p9 + p8 * down
  m[o + 10] = u10 - top
}

/** o = s * the columns + k * c, reduced like {@link reduce}. */
// biome-ignore format: one statement a limb
function reduceAdd(o: Slot, s: number, c: Slot, k: number): void {
  const c0 = m[0] as number, c1 = m[1] as number, c2 = m[2] as number, c3 = m[3] as number, c4 = m[4] as number,
    c5 = m[5] as number, c6 = m[6] as number, c7 = m[7] as number, c8 = m[8] as number, c9 = m[9] as number,
    c10 = m[10] as number, c11 = m[11] as number, c12 = m[12] as number, c13 = m[13] as number, c14 = m[14] as number,
    c15 = m[15] as number, c16 = m[16] as number, c17 = m[17] as number, c18 = m[18] as number, c19 = m[19] as number,
    c20 = m[20] as number
  const q0 = c0 + round - round, q1 = c1 + round - round, q2 = c2 + round - round, q3 = c3 + round - round,
    q4 = c4 + round - round, q5 = c5 + round - round, q6 = c6 + round - round, q7 = c7 + round - round,
    q8 = c8 + round - round, q9 = c9 + round - round, q10 = c10 + round - round, q11 = c11 + round - round,
    q12 = c12 + round - round, q13 = c13 + round - round, q14 = c14 + round - round, q15 = c15 + round - round,
    q16 = c16 + round - round, q17 = c17 + round - round, q18 = c18 + round - round, q19 = c19 + round - round,
    q20 = c20 + round - round
  const h21 = q20 * down, h11 = c11 - q11 + q10 * down + h21 * fold1, h12 = c12 - q12 + q11 * down,
    h13 = c13 - q13 + q12 * down, h14 = c14 - q14 + q13 * down, h15 = c15 - q15 + q14 * down,
    h16 = c16 - q16 + q15 * down, h17 = c17 - q17 + q16 * down, h18 = c18 - q18 + q17 * down,
    h19 = c19 - q19 + q18 * down, h20 = c20 - q20 + q19 * down
  const f0 = s * fold0, f1 = s * fold1
  const t0 = s * (c0 - q0) + h11 * f0 + k * (m[c] as number)
  const t1 = s * (c1 - q1 + q0 * down) + h12 * f0 + h11 * f1 + k * (m[c + 1] as number)
  const u2 = s * (c2 - q2 + q1 * down) + h13 * f0 + h12 * f1 + k * (m[c + 2] as number)
  const u3 = s * (c3 - q3 + q2 * down) + h14 * f0 + h13 * f1 + k * (m[c + 3] as number)
  const u4 = s * (c4 - q4 + q3 * down) + h15 * f0 + h14 * f1 + k * (m[c + 4] as number)
  const u5 = s * (c5 - q5 + q4 * down) + h16 * f0 + h15 * f1 + k * (m[c + 5] as number)
  const u6 = s * (c6 - q6 + q5 * down) + h17 * f0 + h16 * f1 + k * (m[c + 6] as number)
  const u7 = s * (c7 - q7 + q6 * down) + h18 * f0 + h17 * f1 + k * (m[c + 7] as number)
  const u8 = s * (c8 - q8 + q7 * down) + h19 * f0 + h18 * f1 + k * (m[c + 8] as number)
  const u9 = s * (c9 - q9 + q8 * down) + h20 * f0 + h19 * f1 + k * (m[c + 9] as number)
  const t10 = s * (c10 - q10 + q9 * down) + h21 * f0 + h20 * f1 + k * (m[c + 10] as number)
  const p9 = u9 + round - round, u10 = t10 + p9 * down, top = u10 + roundTop - roundTop, over = top * downTop
  const u0 = t0 + over * 977, u1 = t1 + over * 256
  const p0 = u0 + round - round, p1 = u1 + round - round, p2 = u2 + round - round, p3 = u3 + round - round,
    p4 = u4 + round - round, p5 = u5 + round - round, p6 = u6 + round - round, p7 = u7 + round - round,
    p8 = u8 + round - round
  m[o] = u0 - p0
  m[o + 1] = u1 - p1 + p0 * down
  m[o + 2] = u2 - p2 + p1 * down
  m[o + 3] = u3 - p3 + p2 * down
  m[o + 4] = u4 - p4 + p3 * down
  m[o + 5] = u5 - p5 + p4 * down
  m[o + 6] = u6 - p6 + p5 * down
  m[o + 7] = u7 - p7 + p6 * down
  m[o + 8] = u8 - p8 + p7 * down
  m[o + 9] = u9 - p9 + p8 * down
  m[o + 10] = u10 - top
}

/** o = a^(2^times) * b; o may be a, not b. */
function raise(o: Slot, a: Slot, times: number, b: Slot): void {
  square(o, a)
  for (let done = 1; done < times; done++) square(o, o)
  multiply(o, o, b)
}

/** a^(2^n - 1) for n = 2, 22 and 223, in their slots: p - 2 and (p + 1) / 4 begin with 223 ones, a zero, 22 ones. */
function raiseToOnes(a: Slot): void {
  raise(ones2, a, 1, a)
  raise(ones3, ones2, 1, a)
  raise(ones11, ones3, 3, ones3)
  raise(ones11, ones11, 3, ones3)
  raise(ones11, ones11, 2, ones2)
  raise(ones22, ones11, 11, ones11)
  raise(ones44, ones22, 22, ones22)
  raise(ones88, ones44, 44, ones44)
  raise(ones223, ones88, 88, ones88)
  raise(ones223, ones223, 44, ones44)
  raise(ones223, ones223, 3, ones3)
}

/** Writes the limbs of a, below p and without signs, into the first columns. Time depends on the value. */
function canonicalise(a: Slot): void {
  m.copyWithin(0, a, a + slotSize)
  // A value is within a few p of zero, so the second or third round leaves nothing above 2^256.
  for (let over = carryAll(); over !== 0; over = carryAll()) foldTop(over)
  if (m[slotSize - 1] !== 2 ** 16 - 1) return
  // p or more if adding 2^256 - p reaches 2^256; then what is below that is the rest.
  foldTop(1)
  if (carryAll() === 0) {
    foldTop(-1)
    carryAll()
  }
}

/** Carries limb by limb; returns what is above 2^256. */
function carryAll(): number {
  let carry = 0
  for (let limb = 0; limb < slotSize; limb++) {
    const base = limb === slotSize - 1 ? 2 ** 16 : 2 ** 24
    const value = (m[limb] as number) + carry
    carry = Math.floor(value / base)
    m[limb] = value - carry * base
  }
  return carry
}

/** Adds over * 2^256 modulo p. */
function foldTop(over: number): void {
  m[0] = (m[0] as number) + over * 977
  m[1] = (m[1] as number) + over * 2 ** 8
}

/** Whether 32 bytes that begin with ffff are p or more. */
function isAtLeastPrime(bytes: Uint8Array, offset: number): boolean {
  for (let index = 0; index < 32; index++) {
    const difference = (bytes[offset + index] as number) - (index < 27 ? 255 : (primeEnd[index - 27] as number))
    if (difference !== 0) return difference > 0
  }
  return true
}

function createMemory(): Float64Array {
  const memory = new Float64Array(slotCount * slotSize)
  memory[one] = 1
  betaLimbs.forEach((limb, index) => {
    memory[beta + index] = limb
  })
  return memory
}
