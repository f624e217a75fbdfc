import type { Hex } from 'viem'
import {
  copy,
  invert,
  isZero,
  load,
  multiply,
  multiplyAdd,
  one,
  type Slot,
  slotSize,
  square,
  store,
} from '../../curve/field.js'
import { type MultiplicationPlan, planMultiplication } from '../../curve/multiplicationPlan.js'
import { firstUnused, multiplyPoint, productX, productZ } from '../../curve/pointMultiplication.js'
import { keccak256 } from '../../hash/keccak256.js'
import { parsePrivateKey } from './keys.js'
import type { PackedAnnouncements, ViewTagFilter } from './viewTagFilter.js'

/**
 * The filter in plain code: runs everywhere, on the thread that calls it.
 *
 * It works on x alone, which saves a root per announcement. With g = x^3 + 7 the point (g x, g^2) is on
 * y^2 = x^3 + 7 g^3. Where (x, y) is a point of secp256k1, g = y^2, and (g x, g^2) = (y^2 x, y^3 y) is its image under
 * an isomorphism: multiplied, it gives (g X, …), and X is the shared point's x. The sign of y is not known, so the hash
 * is tried with either.
 *
 * Where x belongs to no point of secp256k1, the arithmetic goes on upon its twist, where points of small order exist and
 * the formulas may fail. What comes out has no meaning, and at worst is kept: the exact check reads the point strictly,
 * so nothing of it is reported or visible. It cannot harm its neighbours either: a zero is replaced before the
 * common inversion. A genuine announcement has order n, for which the plan is right.
 *
 * @throws {@link InvalidInputError} when the viewing key is malformed.
 */
export function createPlainFilter(viewingKey: Hex): ViewTagFilter {
  const plan = planMultiplication(parsePrivateKey('viewingKey', viewingKey))
  return {
    match: (announcements) => {
      const kept: number[] = []
      for (let start = 0; start < announcements.count; start += batchSize)
        matchBatch(plan, announcements, start, Math.min(start + batchSize, announcements.count), kept)
      return kept
    },
  }
}

/** Announcements that share one inversion. */
const batchSize = 64

const x: Slot = firstUnused
const g: Slot = firstUnused + slotSize
const gx: Slot = firstUnused + 2 * slotSize
const gg: Slot = firstUnused + 3 * slotSize
const inverse: Slot = firstUnused + 4 * slotSize
/** Of each announcement of a batch: numerator and denominator of the shared x, and the product of all denominators so far. */
const numerators: Slot = firstUnused + 5 * slotSize
const denominators: Slot = numerators + batchSize * slotSize
const products: Slot = denominators + batchSize * slotSize

function matchBatch(
  plan: MultiplicationPlan,
  { points, tags }: PackedAnnouncements,
  start: number,
  end: number,
  kept: number[],
): void {
  const readable: number[] = []
  for (let index = start; index < end; index++) {
    // 33 bytes for each index below `end`.
    if (((points[33 * index] as number) & 0xfe) !== 2 || !load(x, points, 33 * index + 1)) continue
    const place = readable.length * slotSize
    square(gx, x)
    multiplyAdd(g, gx, x, 1, one, 7)
    multiply(gx, g, x)
    square(gg, g)
    multiplyPoint(plan, gx, gg)
    copy(numerators + place, productX)
    square(productZ, productZ)
    multiply(denominators + place, productZ, g)
    readable.push(index)
  }
  invertAll(readable.length)
  const encoded = new Uint8Array(33)
  readable.forEach((index, order) => {
    multiply(x, numerators + order * slotSize, denominators + order * slotSize)
    store(encoded, 1, x)
    encoded[0] = 2
    if (keccak256(encoded)[0] !== tags[index]) {
      encoded[0] = 3
      if (keccak256(encoded)[0] !== tags[index]) return
    }
    kept.push(index)
  })
}

/** Replaces the first `count` denominators by their inverses. A zero, which only a hostile announcement has, counts as one. */
function invertAll(count: number): void {
  for (let order = 0; order < count; order++) {
    const place = order * slotSize
    if (isZero(denominators + place)) copy(denominators + place, one)
    if (order === 0) copy(products, denominators)
    else multiply(products + place, products + place - slotSize, denominators + place)
  }
  if (count > 0) invert(inverse, products + (count - 1) * slotSize)
  for (let order = count - 1; order > 0; order--) {
    const place = order * slotSize
    multiply(x, inverse, products + place - slotSize)
    multiply(inverse, inverse, denominators + place)
    copy(denominators + place, x)
  }
  if (count > 0) copy(denominators, inverse)
}
