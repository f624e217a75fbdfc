import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { numberToBytes, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '../../errors/input.js'
import { createPlainFilter } from './plainFilter.js'

const { Point } = secp256k1
const p = Point.Fp.ORDER
const n = Point.Fn.ORDER
const lambda = 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n

/** x of points on the twist, by their order: what they lead to depends on the viewing key modulo the order alone. */
const smallOrder = {
  3: 0x19d38019a1300a25acceee9c17677133b93b9fceda194b89d9c53ab84c10114an,
  13: 0xf8f599f937dd2c5036fc75d00927c9484d36e7084f249e6afa92fc1cfdec6cadn,
  3319: 0x8219c6709c1947030b3c1f146be4de60ae1e0293f13bb7fee122dafaa353e9ccn,
  22639: 0xd39f754221b61ff5cb3e8ea78f79d0db9da467c8db6ce62ba21aa0ce16d1b3c9n,
}
const hostile = [...Object.values(smallOrder), 0n, 1n, 5n, p - 1n, p, p + 1n, 2n ** 256n - 1n]

const encode = (x: bigint, prefix = 2) => Uint8Array.from([prefix, ...numberToBytes(x, { size: 32 })])
const pack = (entries: readonly (readonly [point: Uint8Array, tag: number])[]) => ({
  count: entries.length,
  points: Uint8Array.from(entries.flatMap(([point]) => [...point])),
  tags: Uint8Array.from(entries, ([, tag]) => tag),
})
const everyTag = Array.from({ length: 256 }, (_, tag) => tag)
const tagOf = (point: InstanceType<typeof Point>, key: bigint) =>
  keccak_256(point.multiplyUnsafe(key).toBytes(true))[0] as number

describe.each([1n, 2n, 3n, 15n, 16n, 1000n, n - 1n, n - 2n, lambda, n - lambda, lambda + 1n, 7n ** 90n])(
  'viewing key %s',
  (key) => {
    const filter = createPlainFilter(numberToHex(key, { size: 32 }))
    const points = [1n, 2n, n - 1n, lambda, 0x1234567n, 3n ** 150n].map((at) => Point.BASE.multiplyUnsafe(at))

    test('keeps a point for the tags of both parities of its shared point, and for no other', () => {
      for (const point of points) {
        const shared = point.multiplyUnsafe(key)
        const tags = [shared, shared.negate()].map((either) => keccak_256(either.toBytes(true))[0] as number)
        const kept = filter.match(pack(everyTag.map((tag) => [point.toBytes(true), tag])))
        expect(kept).toEqual([...new Set(tags)].sort((a, b) => a - b))
      }
    })

    test('finds its own among hostile points, wherever they are', () => {
      const entries: [Uint8Array, number][] = []
      const own: number[] = []
      for (const point of points) {
        entries.push(...hostile.flatMap((x) => [2, 3, 4].map((prefix): [Uint8Array, number] => [encode(x, prefix), 7])))
        own.push(entries.push([point.toBytes(true), tagOf(point, key)]) - 1)
      }
      expect(filter.match(pack(entries))).toEqual(expect.arrayContaining(own))
    })
  },
)

test('behavior: a batch of nothing but hostile points is survived', () => {
  const filter = createPlainFilter(numberToHex(39n * 3319n * 22639n, { size: 32 }))
  const entries = hostile.flatMap((x) => everyTag.map((tag): [Uint8Array, number] => [encode(x), tag]))
  for (const index of filter.match(pack(entries))) expect(index).toBeLessThan(entries.length)
  expect(filter.match(pack([]))).toEqual([])
})

test('behavior: x of p or more and prefixes other than 02 and 03 are never kept', () => {
  const filter = createPlainFilter(numberToHex(5n, { size: 32 }))
  for (const point of [encode(p), encode(p + 1n), encode(2n ** 256n - 1n), encode(1n, 4), encode(1n, 0)])
    expect(filter.match(pack(everyTag.map((tag) => [point, tag])))).toEqual([])
})

test('the twist points have the orders they are named for', () => {
  for (const [order, x] of Object.entries(smallOrder)) {
    // On y^2 = x^3 + 7 g^3 the point (g x, g^2); affine, with exact inverses.
    const { Fp } = Point
    const g = Fp.create(x ** 3n + 7n)
    const [startX, startY] = [Fp.mul(g, x), Fp.sqr(g)]
    let [px, py, reached] = [startX, startY, 1]
    do {
      const slope = reached === 1 ? Fp.div(3n * px * px, py + py) : Fp.div(Fp.sub(py, startY), Fp.sub(px, startX))
      const next = Fp.create(slope * slope - px - startX)
      ;[px, py, reached] = [next, Fp.create(slope * (startX - next) - startY), reached + 1]
    } while (px !== startX)
    expect([reached + 1, Fp.add(py, startY)]).toEqual([Number(order), 0n])
    expect(Fp.isValid(x) && !secp256k1.utils.isValidPublicKey(encode(x))).toBe(true)
  }
})

test('error: a malformed viewing key', () => {
  expect(() => createPlainFilter('0x00')).toThrow(InvalidInputError)
  expect(() => createPlainFilter(numberToHex(n, { size: 32 }))).toThrow(InvalidInputError)
})
