import { numberToBytesBE } from '@noble/curves/utils.js'
import {
  combine,
  copy,
  invert,
  memory,
  multiply,
  one,
  pick,
  pickedEntries,
  type Slot,
  slotSize,
  square,
} from './field.js'
import { curveOrder } from './order.js'
import {
  add,
  double,
  fillTable,
  firstUnused,
  productX,
  productY,
  productZ,
  table,
  tableZ,
} from './pointMultiplication.js'

// `as number`: the digits of a scalar are 64 in 32 bytes, and indexes stay below.

// Multiplication by secret scalars: the same operations on the same addresses whatever the scalar. What JavaScript does not
// promise, this cannot either: numbers of any size, in which scalars come in, take a time that depends on them.
//
// A scalar is written in 64 digits to the base 16, all of them odd, -15 to 15. No digit is zero, so each adds one of eight
// entries or its negative. From the highest digit down an addition never meets the same point, its negative or nothing, for
// which the formulas would fail: what is reached is a multiple of 16 units of the digit, which is at most 15 of them, and
// neither their sum nor their difference is a multiple of n. At the lowest digit d the difference is k - 2 d for an odd k
// below n, which is n or 0 for no k whose lowest digit is d.

/**
 * The odd multiples 1 to 15 of 16^i times a point, for all 64 i, lowest first: eleven limbs of x and of y each. 90 kB.
 */
export type MultipleTable = Float64Array

const windows = 64
const entrySize = 2 * slotSize
const windowSize = pickedEntries * entrySize

const x: Slot = firstUnused
const y: Slot = firstUnused + slotSize
const t0: Slot = firstUnused + 2 * slotSize
const t1: Slot = firstUnused + 3 * slotSize
const t2: Slot = firstUnused + 4 * slotSize

/** First slot that neither this nor {@link multiplyPoint} uses. */
export const firstUnusedBySecrets: Slot = firstUnused + 5 * slotSize

/** Multiplies the point (x, y), size 1.3 at most; the product is in {@link productX} and the slots beside it. */
export function multiplySecretly(scalar: bigint, pointX: Slot, pointY: Slot): void {
  fillTable(pointX, pointY)
  const digits = digitsOf(scalar)
  for (let index = 0; index < windows; index++) {
    if (index > 0) for (let bit = 0; bit < 4; bit++) double()
    addDigit(digits, index, memory, table, 4 * slotSize, 2 * slotSize, index === 0)
  }
  multiply(productZ, productZ, tableZ)
}

/** Multiplies the point of a table; the product is in {@link productX} and the slots beside it. */
export function multiplyTable(multiples: MultipleTable, scalar: bigint): void {
  const digits = digitsOf(scalar)
  for (let index = 0; index < windows; index++) {
    const start = (windows - 1 - index) * windowSize
    addDigit(digits, index, multiples, start, entrySize, slotSize, index === 0)
  }
}

/**
 * Adds a multiple of a table's point to the product, in a time and on addresses that tell the scalar. Fails, with z = 0,
 * where an addition meets the same point, its negative or nothing: for scalars that are random to each other.
 */
export function addPublicMultiple(multiples: MultipleTable, scalar: bigint, isFirst = false): void {
  const digits = digitsOf(scalar)
  for (let index = 0; index < windows; index++) {
    const nibble = nibbleAt(digits, index)
    const entry = nibble > 7 ? nibble - 8 : 7 - nibble
    const start = (windows - 1 - index) * windowSize + entry * entrySize
    memory.set(multiples.subarray(start, start + entrySize), x)
    if (nibble < 8) combine(y, y, -1, y, 0)
    if (isFirst && index === 0) take()
    else add(x, y)
  }
}

/** The table of the point (x, y), size 1.3 at most. Takes some milliseconds. */
export function tabulate(pointX: Slot, pointY: Slot): MultipleTable {
  const multiples = new Float64Array(windows * windowSize)
  copy(x, pointX)
  copy(y, pointY)
  for (let window = 0; window < windows; window++) {
    fillTable(x, y)
    // 15 + 1 times the point, over the table's z: one inversion gives both that z and the sum's.
    copy(productX, entryX(pickedEntries - 1))
    copy(productY, entryY(pickedEntries - 1))
    copy(productZ, one)
    add(entryX(0), entryY(0))
    multiply(t1, productZ, tableZ)
    invert(t0, t1)
    multiply(t2, t0, productZ)
    for (let index = 0; index < pickedEntries; index++) {
      rescale(t2, entryX(index), entryY(index))
      multiples.set(memory.subarray(x, x + entrySize), window * windowSize + index * entrySize)
    }
    rescale(t0, productX, productY)
  }
  return multiples
}

/** (x, y) = the point with these coordinates, whose 1 / z is given. */
function rescale(inverse: Slot, fromX: Slot, fromY: Slot): void {
  square(t1, inverse)
  multiply(x, fromX, t1)
  multiply(t1, t1, inverse)
  multiply(y, fromY, t1)
}

function entryX(index: number): Slot {
  return table + 4 * index * slotSize
}

function entryY(index: number): Slot {
  return entryX(index) + 2 * slotSize
}

/** Adds, or first takes, the entry of a digit. */
function addDigit(
  digits: Uint8Array,
  index: number,
  source: Float64Array,
  start: number,
  stride: number,
  toY: number,
  isFirst: boolean,
): void {
  const nibble = nibbleAt(digits, index)
  // The digit is 2 * nibble - 15: positive from 8 on. The entry is half its absolute value.
  const isPositive = nibble >> 3
  pick(x, source, start, stride, toY, (nibble ^ (isPositive - 1)) & 7)
  combine(y, y, 2 * isPositive - 1, y, 0)
  if (isFirst) take()
  else add(x, y)
}

/** The product = (x, y). */
function take(): void {
  copy(productX, x)
  copy(productY, y)
  copy(productZ, one)
}

function nibbleAt(digits: Uint8Array, index: number): number {
  return ((digits[index >> 1] as number) >> (index & 1 ? 0 : 4)) & 15
}

/**
 * The digits as nibbles w, highest first, each standing for 2 w - 15. An odd k is the sum of all 2^j with a plus where bit
 * j + 1 of k + 2^256 is set and a minus where it is not, j from 0 to 255. An even k is the negative of n - k.
 */
function digitsOf(scalar: bigint): Uint8Array {
  const isEven = 1n - (scalar & 1n)
  const odd = scalar + isEven * (curveOrder - 2n * scalar)
  const digits = numberToBytesBE((odd + 2n ** 256n) >> 1n, 32)
  const flip = -Number(isEven)
  for (let index = 0; index < 32; index++) digits[index] = (digits[index] as number) ^ flip
  return digits
}
