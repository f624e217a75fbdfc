import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { numberToBytesBE } from '@noble/curves/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addPublicKey, compress, decompress, multiplyPointSecretly, publicKeyOf } from './points.js'

const { Point } = secp256k1
const n = Point.Fn.ORDER

/** Edges of the digits to the base 16, of the order, and of what has one bit. */
const scalar = fc.oneof(
  fc.bigInt(1n, n - 1n),
  fc.bigInt(1n, 40n),
  fc.bigInt(1n, 40n).map((distance) => n - distance),
  fc.tuple(fc.nat(255), fc.bigInt(-3n, 3n)).map(([bit, near]) => (2n ** BigInt(bit) + near + n) % n || 1n),
  fc.tuple(fc.nat(15), fc.nat(63)).map(([digit, at]) => (BigInt(digit) * 16n ** BigInt(at)) % n || 1n),
)
const point = scalar.map((at) => Point.BASE.multiplyUnsafe(at))
const bytes = (of: InstanceType<typeof Point>) => of.toBytes(false)

test('property: a public key is the reference’s', () => {
  fc.assert(
    fc.property(scalar, (key) => {
      expect(publicKeyOf(key)).toEqual(bytes(Point.BASE.multiplyUnsafe(key)))
    }),
    runs(200, 5_000),
  )
})

test('property: the product of any point by any scalar is the reference’s', () => {
  fc.assert(
    fc.property(scalar, point, (by, of) => {
      expect(multiplyPointSecretly(bytes(of), by)).toEqual(bytes(of.multiplyUnsafe(by)))
    }),
    runs(150, 3_000),
  )
})

test('property: a point plus a public key is the reference’s, also where the two are equal or opposite', () => {
  const meeting = fc
    .tuple(scalar, fc.constantFrom(1n, -1n))
    .map(([at, sign]) => [at, Point.Fn.create(at * sign)] as const)
  fc.assert(
    fc.property(fc.oneof(fc.tuple(scalar, scalar), meeting), ([at, key]) => {
      const one = Point.BASE.multiplyUnsafe(at)
      const sum = one.add(Point.BASE.multiplyUnsafe(key))
      expect(addPublicKey(bytes(one), key)).toEqual(sum.is0() ? undefined : bytes(sum))
    }),
    runs(100, 2_000),
  )
})

test('property: 33 bytes are read as the reference reads them, garbage included', () => {
  const key = fc.oneof(
    point.map((of) => of.toBytes(true)),
    fc
      .tuple(fc.nat(5), fc.uint8Array({ minLength: 32, maxLength: 32 }))
      .map(([prefix, x]) => Uint8Array.of(prefix, ...x)),
    fc
      .tuple(fc.constantFrom(2, 3), fc.bigInt(-3n, 2n ** 33n))
      .map(([prefix, over]) => Uint8Array.of(prefix, ...numberToBytesBE((Point.Fp.ORDER + over) % 2n ** 256n, 32))),
    fc.uint8Array({ maxLength: 70 }),
  )
  fc.assert(
    fc.property(key, (written) => {
      const read = decompress(written)
      const isValid = written.length === 33 && secp256k1.utils.isValidPublicKey(written, true)
      expect(read).toEqual(isValid ? bytes(Point.fromBytes(written)) : undefined)
      if (read) expect(compress(read)).toEqual(written)
    }),
    runs(200, 5_000),
  )
})
