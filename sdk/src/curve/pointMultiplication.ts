import {
  beta,
  combine,
  copy,
  firstFree,
  multiply,
  multiplyAdd,
  one,
  type Slot,
  settle,
  slotSize,
  square,
  squareAdd,
} from './field.js'
import { type MultiplicationPlan, oddMultiples } from './multiplicationPlan.js'

// Sizes (see field.ts), followed through all formulas for coordinates that come in at 1.3: the table's entries have 1.4 at
// most, the product never more than 1.3, 2.1 and 1.8 in x, y and z, and no multiplication exceeds 9.8 of the 11.6.
// `as number`: a plan has at least one step, and indexes stay below its length.

/** x, y and z of the product: the point (x / z^2, y / z^3). */
export const productX: Slot = firstFree
export const productY: Slot = firstFree + slotSize
export const productZ: Slot = firstFree + 2 * slotSize

const t0: Slot = firstFree + 3 * slotSize
const t1: Slot = firstFree + 4 * slotSize
const t2: Slot = firstFree + 5 * slotSize
const t3: Slot = firstFree + 6 * slotSize
const t4: Slot = firstFree + 7 * slotSize
/** Twice the point that the table is of. */
const doubleX: Slot = firstFree + 8 * slotSize
const doubleY: Slot = firstFree + 9 * slotSize
/** The z that the table's entries share. */
export const tableZ: Slot = firstFree + 10 * slotSize
/** What each new entry's z is, divided by that of the one before. */
const ratios: Slot = firstFree + 11 * slotSize
/** For each odd multiple: x, x of the image under the endomorphism, y, -y. */
export const table: Slot = ratios + oddMultiples * slotSize

/** First slot that nothing here uses. */
export const firstUnused: Slot = table + 4 * oddMultiples * slotSize

/**
 * Multiplies the point (x, y) as planned; the product is in {@link productX} and the slots beside it.
 *
 * The formulas never read the curve's constant: they hold on y^2 = x^3 + b for every b. Time depends on the plan, so
 * this is for viewing keys and public scalars only.
 *
 * @param x - Size 1.3 at most, like `y`; a slot from {@link firstUnused} on, like `y`.
 */
export function multiplyPoint(plan: MultiplicationPlan, x: Slot, y: Slot): void {
  fillTable(x, y)
  const first = (plan[0] as number) - 1
  copy(productX, xOf(first))
  copy(productY, yOf(first))
  copy(productZ, one)
  for (let index = 1; index < plan.length; index++) {
    const step = plan[index] as number
    if (step === 0) double()
    else add(xOf(step - 1), yOf(step - 1))
  }
  multiply(productZ, productZ, tableZ)
}

/** Adds the point (x, y), z = 1, size 1.4 at most, to the product. z becomes 0 where both have the same x. */
export function add(x: Slot, y: Slot): void {
  square(t0, productZ)
  multiply(t1, productZ, t0)
  multiplyAdd(t0, x, t0, 1, productX, -1)
  multiplyAdd(t1, y, t1, 1, productY, -1)
  multiply(productZ, productZ, t0)
  square(t2, t0)
  multiply(t0, t0, t2)
  multiply(t2, productX, t2)
  multiply(t3, productY, t0)
  combine(t0, t0, 1, t2, 2)
  squareAdd(productX, t1, 1, t0, -1)
  combine(t2, t2, 1, productX, -1)
  multiplyAdd(productY, t1, t2, 1, t3, -1)
}

/** Doubles the product. */
export function double(): void {
  squareAdd(t0, productX, 3, one, 0)
  square(t1, productY)
  multiply(t2, productX, t1)
  square(t3, t1)
  combine(t4, productY, 2, productY, 0)
  multiply(productZ, t4, productZ)
  squareAdd(productX, t0, 1, t2, -8)
  combine(t2, t2, 4, productX, -1)
  multiplyAdd(productY, t0, t2, 1, t3, -8)
}

/**
 * The odd multiples of (x, y): the point is doubled, then the double is added again and again. Both summands of an
 * addition share their z, and so do its result and the rewritten double: such an addition is cheap. At last all
 * entries are written over the last one's z; the curve on which that z is 1 has another constant, which nothing reads.
 */
export function fillTable(x: Slot, y: Slot): void {
  squareAdd(t0, x, 3, one, 0)
  square(t1, y)
  multiplyAdd(table, x, t1, 4, one, 0)
  squareAdd(table + 2 * slotSize, t1, 8, one, 0)
  combine(tableZ, y, 2, y, 0)
  squareAdd(doubleX, t0, 1, table, -2)
  combine(t1, table, 1, doubleX, -1)
  multiplyAdd(doubleY, t0, t1, 1, table + 2 * slotSize, -1)
  for (let index = 1; index < oddMultiples; index++) addDouble(index)
  for (let index = oddMultiples - 2; index >= 0; index--) rescale(index)
  multiply(tableZ, tableZ, t0)
  for (let index = 0; index < oddMultiples; index++) {
    const entry = table + 4 * index * slotSize
    multiply(entry + slotSize, entry, beta)
    combine(entry + 3 * slotSize, entry + 2 * slotSize, -1, entry, 0)
  }
}

/** Fills an entry with the sum of the double and the entry before it. */
function addDouble(index: number): void {
  const ratio = ratios + index * slotSize
  const sum = table + 4 * index * slotSize
  const before = sum - 4 * slotSize
  combine(ratio, doubleX, 1, before, -1)
  combine(t0, doubleY, 1, before + 2 * slotSize, -1)
  settle(ratio)
  settle(t0)
  square(t1, ratio)
  multiply(t2, before, t1)
  multiply(doubleX, doubleX, t1)
  combine(t1, doubleX, 1, t2, 1)
  squareAdd(sum, t0, 1, t1, -1)
  combine(t2, doubleX, 1, t2, -1)
  multiply(doubleY, doubleY, t2)
  combine(t2, doubleX, 1, sum, -1)
  multiplyAdd(sum + 2 * slotSize, t0, t2, 1, doubleY, -1)
}

/** Writes an entry over the last one's z. Runs from the end; the product of the ratios passed is in the first slot. */
function rescale(index: number): void {
  const entry = table + 4 * index * slotSize
  const ratio = ratios + (index + 1) * slotSize
  if (index === oddMultiples - 2) copy(t0, ratio)
  else multiply(t0, t0, ratio)
  square(t1, t0)
  multiply(entry, entry, t1)
  multiply(t1, t1, t0)
  multiply(entry + 2 * slotSize, entry + 2 * slotSize, t1)
}

/** The steps of a plan and the slots of the table are laid out alike: two bits for image and sign, then the multiple. */
function xOf(entry: number): Slot {
  return table + ((entry & ~3) + ((entry >> 1) & 1)) * slotSize
}

function yOf(entry: number): Slot {
  return table + ((entry & ~3) + 2 + (entry & 1)) * slotSize
}
