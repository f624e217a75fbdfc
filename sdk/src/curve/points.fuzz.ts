import { createECDH } from 'node:crypto'
import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { numberToBytesBE } from '@noble/curves/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addPublicKey,
  compress,
  decompress,
  generatorTable,
  multiplyPointSecretly,
  publicKeyOf,
  tableOf,
} from './points.js'
import { multiplyTable } from './secretMultiplication.js'

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

// Where an addition could meet the same point, its negative or nothing: at the lowest digit, and at each change of digits.
const edges = [
  ...Array.from({ length: 40 }, (_, index) => BigInt(index + 1)),
  ...Array.from({ length: 40 }, (_, index) => n - BigInt(index + 1)),
  ...Array.from({ length: 64 }, (_, at) => 16n ** BigInt(at)).flatMap((power) => [power, power + 1n, 15n * power - 1n]),
  (n - 1n) / 2n,
  (n + 1n) / 2n,
].map((value) => value % n)

test('behavior: every scalar on an edge, by the table and by a point', () => {
  const of = Point.BASE.multiplyUnsafe(0x123456789abcdefn)
  for (const by of edges.filter((value) => value > 0n)) {
    expect(publicKeyOf(by), String(by)).toEqual(bytes(Point.BASE.multiplyUnsafe(by)))
    expect(multiplyPointSecretly(bytes(of), by), String(by)).toEqual(bytes(of.multiplyUnsafe(by)))
  }
})

test('property: keys and shared points are those of OpenSSL', () => {
  fc.assert(
    fc.property(scalar, scalar, (own, other) => {
      const openssl = createECDH('secp256k1')
      openssl.setPrivateKey(numberToBytesBE(own, 32))
      expect(publicKeyOf(own)).toEqual(new Uint8Array(openssl.getPublicKey()))
      const shared = multiplyPointSecretly(publicKeyOf(other), own)
      expect(shared.slice(1, 33)).toEqual(new Uint8Array(openssl.computeSecret(publicKeyOf(other))))
    }),
    runs(100, 2_000),
  )
})

test('behavior: a multiplication reads the same entries whatever the scalar', () => {
  const read = (by: bigint) => {
    const indexes: string[] = []
    const get = (table: Float64Array, index: string) => {
      indexes.push(index)
      return table[Number(index)]
    }
    multiplyTable(new Proxy(tableOf(publicKeyOf(7n)), { get } as ProxyHandler<Float64Array>), by)
    return indexes.join()
  }
  const first = read(1n)
  expect(first.length).toBeGreaterThan(64 * 8 * 22)
  for (const by of [2n, n - 1n, 2n ** 255n, 0x123456789abcdefn]) expect(read(by) === first).toBe(true)
})

test('error: zero, and a product that a fault took off the curve, end in an error', () => {
  expect(() => publicKeyOf(0n)).toThrow(RangeError)
  expect(() => multiplyPointSecretly(publicKeyOf(7n), 0n)).toThrow(RangeError)
  const table = generatorTable()
  const sound = table.slice()
  try {
    // The lowest limb of every entry.
    for (let at = 0; at < table.length; at += 22) table[at] = (table[at] as number) + 1
    expect(() => publicKeyOf(5n)).toThrow(RangeError)
  } finally {
    table.set(sound)
  }
  expect(publicKeyOf(5n)).toEqual(bytes(Point.BASE.multiplyUnsafe(5n)))
})
