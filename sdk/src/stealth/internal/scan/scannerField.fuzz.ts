import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileScanner } from './scanner.js'

const { Fp } = secp256k1.Point
const lanes = 8
const vectorsOfFour = 10

const { exports } = await WebAssembly.instantiate((await compileScanner()) as WebAssembly.Module)
const scanner = exports as unknown as {
  memory: WebAssembly.Memory
  POINTS: WebAssembly.Global<'i32'>
  multiply: (out: number, a: number, b: number) => void
  multiplyAdd: (out: number, a: number, b: number, addend: number, scale: number) => void
  square: (out: number, a: number, b: number) => void
  squareAdd: (out: number, a: number, b: number, addend: number, scale: number) => void
}
const limbsInMemory = new Int16Array(scanner.memory.buffer)
const [out, a, b, c] = [0, 1, 2, 3].map((element) => scanner.POINTS.value + 320 * element) as [
  number,
  number,
  number,
  number,
]

/** The limbs of an element as the scanner reduces it: 20 of 13 bits, the last one of 9, all of them signed. */
type Limbs = readonly number[]

const reduced: fc.Arbitrary<Limbs> = fc
  .array(fc.oneof(fc.constantFrom(-4096, 4095, 0, 1, -1), fc.integer({ min: -4096, max: 4095 })), {
    minLength: 19,
    maxLength: 19,
  })
  .chain((low) => fc.integer({ min: -256, max: 255 }).map((top) => [...low, top]))
/** All limbs at one end of their range: the columns are as large as they get. */
const extreme: fc.Arbitrary<Limbs> = fc
  .constantFrom(-1, 1)
  .map((sign) => [...Array.from({ length: 19 }, (_, limb) => sign * (limb === 5 ? 4099 : 4096)), 256 * sign])
const element = fc.oneof(reduced, extreme)
const eight = fc.array(element, { minLength: lanes, maxLength: lanes })

const numberOf = (limbs: Limbs) => Fp.create(limbs.reduceRight((sum, limb) => 8192n * sum + BigInt(limb), 0n))

const placeOf = (address: number, lane: number, limb: number) =>
  address / 2 + 8 * vectorsOfFour * (lane >> 2) + 8 * (limb >> 1) + 2 * (lane & 3) + (limb & 1)

function write(address: number, elements: readonly Limbs[], multiple = 1): void {
  elements.forEach((limbs, lane) => {
    limbs.forEach((limb, index) => {
      limbsInMemory[placeOf(address, lane, index)] = multiple * limb
    })
  })
}

/** Reads the result, which must be reduced. */
function read(): bigint[] {
  return Array.from({ length: lanes }, (_, lane) => {
    const limbs = Array.from({ length: 20 }, (_, limb) => limbsInMemory[placeOf(out, lane, limb)] ?? Number.NaN)
    limbs.forEach((limb, index) => {
      const largest = index === 19 ? 256 : index === 5 ? 4099 : 4096
      expect(Math.abs(limb)).toBeLessThanOrEqual(largest)
    })
    return numberOf(limbs)
  })
}

const multiples = fc.constantFrom([1, 1], [2, 2], [-2, 2], [4, 1], [1, 5], [-5, 1])
const addend = fc.constantFrom([1, -1], [1, 1], [3, -1], [2, -2], [1, -2], [1, 7], [-7, 1])

test('behavior: products and their sums are those of whole numbers', () => {
  fc.assert(
    fc.property(eight, eight, eight, multiples, addend, (left, right, added, [m, n], [times, scale]) => {
      write(a, left, m)
      write(b, right, n)
      write(c, added, times)
      const products = left.map(
        (limbs, lane) => BigInt((m ?? 0) * (n ?? 0)) * numberOf(limbs) * numberOf(right[lane] ?? []),
      )
      scanner.multiply(out, a, b)
      expect(read()).toEqual(products.map((product) => Fp.create(product)))
      scanner.multiplyAdd(out, a, b, c, scale ?? 0)
      const sums = products.map(
        (product, lane) => product + BigInt((times ?? 0) * (scale ?? 0)) * numberOf(added[lane] ?? []),
      )
      expect(read()).toEqual(sums.map((sum) => Fp.create(sum)))
    }),
    runs(100, 1_000),
  )
})

test('behavior: squares and their sums are those of whole numbers', () => {
  const ofSquare = fc.constantFrom([1, 1], [2, 2], [3, 1], [1, 3], [-1, 1])
  fc.assert(
    fc.property(eight, eight, ofSquare, addend, (elements, added, [m, n], [times, scale]) => {
      write(a, elements, m)
      write(b, elements, n)
      write(c, added, times)
      const squares = elements.map((limbs) => BigInt((m ?? 0) * (n ?? 0)) * numberOf(limbs) ** 2n)
      scanner.square(out, a, b)
      expect(read()).toEqual(squares.map((square) => Fp.create(square)))
      scanner.squareAdd(out, a, b, c, scale ?? 0)
      const sums = squares.map(
        (square, lane) => square + BigInt((times ?? 0) * (scale ?? 0)) * numberOf(added[lane] ?? []),
      )
      expect(read()).toEqual(sums.map((sum) => Fp.create(sum)))
    }),
    runs(100, 1_000),
  )
})

test('behavior: a result may take the place of an operand', () => {
  fc.assert(
    fc.property(eight, eight, (left, right) => {
      const products = left.map((limbs, lane) => Fp.create(numberOf(limbs) * numberOf(right[lane] ?? [])))
      write(out, left)
      write(b, right)
      scanner.multiply(out, out, b)
      expect(read()).toEqual(products)
      write(a, left)
      write(out, right)
      scanner.multiply(out, a, out)
      expect(read()).toEqual(products)
    }),
    runs(40, 400),
  )
})

test('behavior: multiples of p are zero in one way only', () => {
  for (const limbs of [[1], [0, 1], [0, 0, 0, 0, 0, 1]]) {
    const value = numberOf(limbs)
    const zero = Array.from({ length: lanes }, () => [...limbs, ...Array(20 - limbs.length).fill(0)])
    write(a, zero)
    write(
      b,
      zero.map(() => [1, ...Array(19).fill(0)]),
    )
    write(c, zero)
    scanner.multiplyAdd(out, a, b, c, -1)
    expect(value).toBeGreaterThan(0n)
    expect(Array.from(limbsInMemory.subarray(out / 2, out / 2 + 160))).toEqual(Array(160).fill(0))
  }
})
