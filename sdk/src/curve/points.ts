import {
  combine,
  invert,
  isZero,
  load,
  multiply,
  multiplyAdd,
  one,
  type Slot,
  slotSize,
  square,
  squareAdd,
  squareRoot,
  store,
} from './field.js'
import type { MultiplicationPlan } from './multiplicationPlan.js'
import { curveOrder } from './order.js'
import { add, multiplyPoint, productX, productY, productZ } from './pointMultiplication.js'
import {
  firstUnusedBySecrets,
  type MultipleTable,
  multiplySecretly,
  multiplyTable,
  tabulate,
} from './secretMultiplication.js'

/** A point of the curve: 65 bytes, 04 and both coordinates, known to be on the curve. */
export type Point = Uint8Array

const x: Slot = firstUnusedBySecrets
const y: Slot = firstUnusedBySecrets + slotSize
const t0: Slot = firstUnusedBySecrets + 2 * slotSize
const t1: Slot = firstUnusedBySecrets + 3 * slotSize

/** The point that 33 bytes of any origin encode (SEC 1, section 2.3.4); `undefined` where they encode none. */
export function decompress(key: Uint8Array): Point | undefined {
  if (key.length !== 33 || !loadCompressed(key)) return undefined
  return storeXY()
}

/** A point in 33 bytes. */
export function compress(point: Point): Uint8Array {
  const key = point.slice(0, 33)
  key[0] = 2 | ((point[64] as number) & 1)
  return key
}

/** The public key of a private one, 1 to n - 1. */
export function publicKeyOf(scalar: bigint): Point {
  multiplyTable(generatorTable(), scalar)
  return storeProduct()
}

/** A point times a secret scalar, 1 to n - 1. */
export function multiplyPointSecretly(point: Point, scalar: bigint): Point {
  loadPoint(point)
  multiplySecretly(scalar, x, y)
  return storeProduct()
}

/** The point that 33 bytes of any origin encode, multiplied as planned; `undefined` where they encode none. */
export function multiplyAsPlanned(plan: MultiplicationPlan, key: Uint8Array): Point | undefined {
  if (!loadCompressed(key)) return undefined
  multiplyPoint(plan, x, y)
  return storeProduct()
}

/** A point plus the public key of a scalar; `undefined` where the sum is nothing. */
export function addPublicKey(point: Point, scalar: bigint): Point | undefined {
  multiplyTable(generatorTable(), scalar)
  loadPoint(point)
  add(x, y)
  if (!isZero(productZ)) return storeProduct()
  // The same x twice: the points are equal, or each is the other's negative.
  const isDouble = publicKeyOf(scalar).every((byte, index) => byte === point[index])
  return isDouble ? publicKeyOf((2n * scalar) % curveOrder) : undefined
}

/** The multiples of a point, see {@link MultipleTable}. */
export function tableOf(point: Point): MultipleTable {
  loadPoint(point)
  return tabulate(x, y)
}

let multiplesOfGenerator: MultipleTable | undefined

/** The multiples of the generator, made once and kept: 90 kB. */
export function generatorTable(): MultipleTable {
  multiplesOfGenerator ??= tableOf(generator())
  return multiplesOfGenerator
}

/** SEC 2, section 2.4.1. */
function generator(): Point {
  const key = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
  // Its y is even. The x above is on the curve.
  return decompress(Uint8Array.from(`02${key}`.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))) as Point
}

/** (x, y) = the point that 33 bytes encode. False, and the slots of no use, where they encode none. */
function loadCompressed(key: Uint8Array): boolean {
  // `as number`: a key has 33 bytes, a root 32; of an empty key, the mask below makes 0, which is not a prefix.
  const prefix = key[0] as number
  if ((prefix & 0xfe) !== 2 || !load(x, key, 1)) return false
  curveEquation(t1)
  if (!squareRoot(y, t1)) return false
  const root = new Uint8Array(32)
  store(root, 0, y)
  if (((root[31] as number) ^ prefix) & 1) combine(y, y, -1, y, 0)
  return true
}

/** (x, y) = a point. */
function loadPoint(point: Point): void {
  load(x, point, 1)
  load(y, point, 33)
}

/**
 * The product of the last multiplication.
 *
 * @throws RangeError where it is not a point of the curve: the scalar was 0, or the machine is at fault.
 */
function storeProduct(): Point {
  invert(t0, productZ)
  square(t1, t0)
  multiply(x, productX, t1)
  multiply(t1, t1, t0)
  multiply(y, productY, t1)
  curveEquation(t1)
  squareAdd(t1, y, 1, t1, -1)
  if (!isZero(t1)) throw new RangeError('A multiplication on the curve went wrong.')
  return storeXY()
}

/** o = x^3 + 7. Uses t0. */
function curveEquation(o: Slot): void {
  square(t0, x)
  multiplyAdd(o, t0, x, 1, one, 7)
}

/** Whether the product of the last multiplication is this point; z may be zero, which no point has. */
export function isProduct(point: Point): boolean {
  if (isZero(productZ)) return false
  loadPoint(point)
  square(t0, productZ)
  multiplyAdd(t1, x, t0, 1, productX, -1)
  if (!isZero(t1)) return false
  multiply(t0, t0, productZ)
  multiplyAdd(t1, y, t0, 1, productY, -1)
  return isZero(t1)
}

function storeXY(): Point {
  const point = new Uint8Array(65)
  point[0] = 4
  store(point, 1, x)
  store(point, 33, y)
  return point
}
