import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as field from './field.js'

const { Fp } = secp256k1.Point
const p = Fp.ORDER
const [a, b, c, o] = [0, 1, 2, 3].map((slot) => field.firstFree + slot * field.slotSize) as [
  number,
  number,
  number,
  number,
]

/** Uniform numbers, and those where carries run long or nothing is left. */
const element = fc.oneof(
  fc.bigInt(0n, p - 1n),
  fc.bigInt(0n, 1000n),
  fc.bigInt(1n, 1000n).map((distance) => p - distance),
  fc.nat(255).map((bit) => 2n ** BigInt(bit)),
  fc.nat(255).map((bit) => 2n ** BigInt(bit) - 1n),
  fc.nat(255).map((bit) => p - 2n ** BigInt(bit)),
  // Limbs of the greatest size with either sign.
  fc
    .array(fc.constantFrom(-(2n ** 23n), 2n ** 23n - 1n, 0n), { minLength: 11, maxLength: 11 })
    .map((limbs) => Fp.create(limbs.reduce((sum, limb) => sum * 2n ** 24n + limb, 0n))),
)
const factor = fc.integer({ min: -8, max: 8 })

function put(slot: number, value: bigint): void {
  expect(field.load(slot, numberToBytesBE(value, 32), 0)).toBe(true)
}

function get(slot: number): bigint {
  const bytes = new Uint8Array(32)
  field.store(bytes, 0, slot)
  return bytesToNumberBE(bytes)
}

test('property: arithmetic agrees with the reference, also on sums that have not carried', () => {
  fc.assert(
    fc.property(element, element, element, factor, fc.constantFrom(1, 2, 3), (x, y, z, k, i) => {
      put(a, x)
      put(b, y)
      put(c, z)
      expect(get(a)).toBe(x)
      expect(field.isZero(a)).toBe(x === 0n)
      field.multiply(o, a, b)
      expect(get(o)).toBe(Fp.mul(x, y))
      field.square(o, a)
      expect(get(o)).toBe(Fp.sqr(x))
      field.multiplyAdd(o, a, b, 3, c, k)
      expect(get(o)).toBe(Fp.create(3n * x * y + BigInt(k) * z))
      field.squareAdd(o, a, 8, c, k)
      expect(get(o)).toBe(Fp.create(8n * x * x + BigInt(k) * z))
      field.combine(a, a, i, c, -1)
      field.combine(b, b, 1, c, 2)
      field.settle(a)
      field.multiply(o, a, b)
      expect(get(o)).toBe(Fp.create((BigInt(i) * x - z) * (y + 2n * z)))
    }),
    runs(1_000, 10_000),
  )
})

test('property: long chains of operations stay in size', () => {
  fc.assert(
    fc.property(element, fc.array(fc.tuple(fc.nat(3), factor), { maxLength: 60 }), (start, steps) => {
      let value = start
      put(o, start)
      put(a, start)
      for (const [kind, k] of steps) {
        if (kind === 0) field.square(o, o)
        else if (kind === 1) field.multiply(o, o, a)
        else if (kind === 2) field.multiplyAdd(o, o, a, 2, o, k)
        else field.squareAdd(o, o, 3, a, k)
        const added = BigInt(k)
        if (kind === 0) value = Fp.sqr(value)
        else if (kind === 1) value = Fp.mul(value, start)
        else if (kind === 2) value = Fp.create(2n * value * start + added * value)
        else value = Fp.create(3n * value * value + added * start)
      }
      expect(get(o)).toBe(value)
    }),
    runs(100),
  )
})

test('property: inverses and square roots', () => {
  fc.assert(
    fc.property(element, (x) => {
      put(a, x)
      field.invert(o, a)
      expect(get(o)).toBe(x === 0n ? 0n : Fp.inv(x))
      const root = field.squareRoot(o, a)
      expect(root).toBe(x === 0n || Fp.pow(x, (p - 1n) / 2n) === 1n)
      if (root) expect(Fp.sqr(get(o))).toBe(x)
    }),
    runs(200),
  )
})

test('property: bytes of p and more are refused', () => {
  fc.assert(
    fc.property(fc.bigInt(p - 5n, p + 2n ** 32n + 976n), (value) => {
      expect(field.load(o, numberToBytesBE(value, 32), 0)).toBe(value < p)
    }),
    runs(100),
  )
})
