import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as field from './field.js'
import { entryOf, planMultiplication } from './multiplicationPlan.js'
import { firstUnused, multiplyPoint, productX, productY, productZ } from './pointMultiplication.js'

const { Point } = secp256k1
const n = Point.Fn.ORDER
const lambda = 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n

/** The engine's product in affine coordinates. */
function multiply(scalar: bigint, point: InstanceType<typeof Point>) {
  const [x, y, inverse, power] = [0, 1, 2, 3].map((slot) => firstUnused + slot * field.slotSize) as [
    number,
    number,
    number,
    number,
  ]
  field.load(x, numberToBytesBE(point.x, 32), 0)
  field.load(y, numberToBytesBE(point.y, 32), 0)
  multiplyPoint(planMultiplication(scalar), x, y)
  field.invert(inverse, productZ)
  field.square(power, inverse)
  field.multiply(x, productX, power)
  field.multiply(power, power, inverse)
  field.multiply(y, productY, power)
  const bytes = new Uint8Array(64)
  field.store(bytes, 0, x)
  field.store(bytes, 32, y)
  return { x: bytesToNumberBE(bytes.subarray(0, 32)), y: bytesToNumberBE(bytes.subarray(32)) }
}

const scalar = fc.oneof(
  fc.bigInt(1n, n - 1n),
  fc.bigInt(1n, 300n),
  fc.bigInt(1n, 300n).map((distance) => n - distance),
  fc.tuple(fc.bigInt(-40n, 40n), fc.bigInt(-40n, 40n)).map(([a, b]) => (((a + b * lambda) % n) + n) % n || 1n),
  fc.tuple(fc.nat(255), fc.bigInt(-3n, 3n)).map(([bit, near]) => (2n ** BigInt(bit) + near + n) % n || 1n),
)
const point = scalar.map((at) => Point.BASE.multiplyUnsafe(at))

test('property: the product of any point by any scalar is the reference’s', () => {
  fc.assert(
    fc.property(scalar, point, (by, of) => {
      expect(multiply(by, of)).toEqual(of.multiplyUnsafe(by).toAffine())
    }),
    runs(200, 2_000),
  )
})

test.each([
  1n,
  2n,
  3n,
  15n,
  16n,
  n - 1n,
  n - 2n,
  lambda,
  n - lambda,
  2n * lambda,
  (lambda + 1n) % n,
  (lambda * lambda) % n,
  (n + 1n) / 2n,
  (n - 1n) / 2n,
])('behavior: a scalar on an edge, %s', (by) => {
  for (const at of [1n, 2n, n - 1n, lambda, 0x123456789abcdefn]) {
    const of = Point.BASE.multiplyUnsafe(at)
    expect(multiply(by, of)).toEqual(of.multiplyUnsafe(by).toAffine())
  }
})

test('property: a plan adds up to its scalar and meets no exception on the way', () => {
  fc.assert(
    fc.property(scalar, (by) => {
      let reached = 0n
      for (const step of planMultiplication(by)) {
        const before = reached
        if (step === 0) {
          reached = (2n * reached) % n
          continue
        }
        const entry = step - 1
        expect(entryOf(entry >> 2, (entry & 2) !== 0, (entry & 1) !== 0)).toBe(step)
        const multiple = BigInt(2 * (entry >> 2) + 1) * ((entry & 2) === 0 ? 1n : lambda) * (entry & 1 ? -1n : 1n)
        reached = (((before + multiple) % n) + n) % n
        if (before !== 0n) expect([0n, (2n * before) % n]).not.toContain(reached)
      }
      expect(reached).toBe(by)
    }),
    runs(300, 3_000),
  )
})
