import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes, numberToBytesBE, numberToHexUnpadded } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planMultiplication } from '../../../curve/multiplicationPlan.js'
import { createPlainFilter } from '../plainFilter.js'
import { compileScanner, scannerCapacity, startScanner } from './scanner.js'

const { Point } = secp256k1
const n = Point.Fn.ORDER
const p = Point.Fp.ORDER
/** Multiplies an abscissa as lambda multiplies its point. */
const beta = 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een
const lambda = 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n

const module = (await compileScanner()) as WebAssembly.Module

/** The bytes that payer and recipient hash, by the library. */
const hashOf = (point: InstanceType<typeof Point>, key: bigint) => keccak_256(point.multiplyUnsafe(key).toBytes(true))

const pack = (points: readonly Uint8Array[], tags: readonly number[]) => ({
  count: points.length,
  points: concatBytes(...points),
  tags: Uint8Array.from(tags),
})

const scalar = fc.bigInt(1n, n - 1n)
const reduce = (value: bigint) => ((value % n) + n) % n || 1n
/** Keys whose halves are small, equal, or meet themselves on the way. */
const edgeKeys = [
  ...Array.from({ length: 40 }, (_, i) => BigInt(i + 1)),
  ...Array.from({ length: 20 }, (_, i) => n - BigInt(i + 1)),
  ...[-17n, -16n, -15n, -3n, -2n, -1n, 0n, 1n, 2n, 3n, 15n, 16n, 17n].flatMap((i) => [lambda + i, 1n + i * lambda]),
  ...[-2n, -1n, 1n, 2n].flatMap((i) => [i * lambda, i * (lambda + 1n), lambda * lambda + i]),
  ...[127n, 128n, 129n, 255n].flatMap((bit) => [2n ** bit - 1n, 2n ** bit, 2n ** bit + 1n]),
  (n - 1n) / 2n,
  (n + 1n) / 2n,
].map(reduce)

/** What cannot have been made with an ephemeral key, or what spoils formulas: no points, small orders on the twist, zeros. */
const hostileX = [
  0n,
  1n,
  5n,
  7n,
  p - 1n,
  p,
  p + 1n,
  2n ** 256n - 1n,
  p - 7n,
  // Points of order 3 on the twist, like 0: 3x * (x^3 + 28) = 0. Order 2, x^3 + 7 = 0, does not occur.
  ...cubeRoots(p - 28n),
]

function cubeRoots(value: bigint): bigint[] {
  // p = 7 modulo 9: if there is a root, it is this power.
  const root = Point.Fp.pow(value, (p + 2n) / 9n)
  return Point.Fp.eql(Point.Fp.pow(root, 3n), value)
    ? [root, Point.Fp.mul(root, beta), Point.Fp.mul(root, beta ** 2n)]
    : []
}

test('behavior: a payment is found under every key, its secret with it', async () => {
  await fc.assert(
    fc.asyncProperty(scalar, fc.array(scalar, { minLength: 1, maxLength: 20 }), async (key, ephemeral) => {
      await expectFound(key, ephemeral)
    }),
    runs(20, 120),
  )
})

test('behavior: keys near the ends of their range and of their halves', async () => {
  for (const key of edgeKeys) await expectFound(key, [1n, 2n, n - 1n, lambda, 0x1234567890abcdef1234567890abcdefn])
})

async function expectFound(key: bigint, ephemeral: readonly bigint[]): Promise<void> {
  const points = ephemeral.map((scalar) => Point.BASE.multiply(scalar))
  const hashes = points.map((point) => hashOf(point, key))
  const find = await startScanner(module, planMultiplication(key))
  const suspects = find(
    pack(
      points.map((point) => point.toBytes(true)),
      hashes.map((hash) => hash[0] ?? 0),
    ),
  )
  hashes.forEach((hash, index) => {
    const secrets = suspects.filter((suspect) => suspect.index === index).map((suspect) => suspect.hash)
    expect(secrets, `key ${numberToHexUnpadded(key)}, point ${index}`).toContainEqual(hash)
  })
}

test('behavior: payments are found at every place of a batch, between hostile announcements', async () => {
  const key = 0x5ec2e7n ** 9n
  const find = await startScanner(module, planMultiplication(key))
  const own = Point.BASE.multiply(77n)
  const tag = hashOf(own, key)[0] ?? 0
  const hostile = hostileX.map((x) => concatBytes(Uint8Array.of(2), numberToBytesBE(x, 32)))
  for (const count of [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, scannerCapacity - 1, scannerCapacity])
    for (let place = 0; place < Math.min(count, 24); place++) {
      const at = count > 24 && place >= 12 ? count - 1 - (place - 12) : place
      const points = Array.from({ length: count }, (_, i) => hostile[i % hostile.length] as Uint8Array)
      points[at] = own.toBytes(true)
      const tags = points.map((_, i) => (i === at ? tag : (tag + 1) % 256))
      const found = find(pack(points, tags)).filter((suspect) => suspect.index === at)
      expect(found.length, `${at} of ${count}`).toBeGreaterThan(0)
    }
})

test('behavior: keeps what the plain filter keeps', async () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
  await fc.assert(
    fc.asyncProperty(
      scalar,
      fc.array(fc.tuple(fc.oneof(bytes, scalar), fc.nat(255)), { minLength: 100, maxLength: 300 }),
      async (key, announcements) => {
        // Only what is a point: elsewhere either filter may suspect what it likes.
        const points = announcements.flatMap(([from, tag]) => {
          if (typeof from === 'bigint') return [{ bytes: Point.BASE.multiplyUnsafe(from).toBytes(true), tag }]
          const bytes = concatBytes(Uint8Array.of(2 + (tag & 1)), from)
          return isPoint(bytes) ? [{ bytes, tag }] : []
        })
        const packed = pack(
          points.map((point) => point.bytes),
          points.map((point) => point.tag),
        )
        const find = await startScanner(module, planMultiplication(key))
        const kept = [...new Set(find(packed).map((suspect) => suspect.index))]
        const viewingKey = `0x${key.toString(16).padStart(64, '0')}` as const
        expect(kept).toEqual(createPlainFilter(viewingKey).match(packed))
      },
    ),
    runs(10, 60),
  )
})

test('behavior: hostile bytes never throw, and harm no other batch', async () => {
  const key = 12345678901234567890n
  const find = await startScanner(module, planMultiplication(key))
  const own = Point.BASE.multiply(991n)
  const hash = hashOf(own, key)
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 33, maxLength: 33 }), { maxLength: 40 }), (points) => {
      find(
        pack(
          points,
          points.map(() => 0),
        ),
      )
      const [found] = find(pack([own.toBytes(true)], [hash[0] ?? 0]))
      expect(found?.hash).toEqual(hash)
    }),
    runs(100, 600),
  )
})

function isPoint(bytes: Uint8Array): boolean {
  try {
    Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}
