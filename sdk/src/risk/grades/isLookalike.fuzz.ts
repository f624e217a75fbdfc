import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { type Address, checksumAddress, isAddress } from 'viem'
import { expect, test } from 'vitest'
import { craftLookalike } from '../craftLookalike.js'
import { isLookalike } from './isLookalike.js'

const digits = fc.constantFrom(...'0123456789abcdef')
const address = fc.array(digits, { minLength: 40, maxLength: 40 }).map((all) => `0x${all.join('')}` as Address)
/** Addresses out of so few that ends often agree. */
const near = fc
  .tuple(fc.constantFrom('aaaa', 'aaab'), fc.constantFrom('0', '1'), fc.constantFrom('cccc', 'dccc'))
  .map(([head, middle, tail]) => `0x${head}${middle.repeat(32)}${tail}` as Address)
const bytes = fc.uint8Array({ minLength: 16, maxLength: 32 })
const anyCase = (one: Address) =>
  fc.constantFrom(one, checksumAddress(one), `0x${one.slice(2).toUpperCase()}` as Address)

test('isLookalike is symmetric, and never holds for equal addresses', () => {
  fc.assert(
    fc.property(near, near, (a, b) => {
      expect(isLookalike(a, b)).toBe(isLookalike(b, a))
      expect(isLookalike(a, a)).toBe(false)
      expect(isLookalike(a, b)).toBe(a !== b && a.slice(0, 6) === b.slice(0, 6) && a.slice(38) === b.slice(38))
    }),
    runs(100),
  )
})

test('isLookalike does not depend on letter case', () => {
  const pair = fc.tuple(near, near).chain(([a, b]) => fc.tuple(fc.constant([a, b] as const), anyCase(a), anyCase(b)))
  fc.assert(
    fc.property(pair, ([[a, b], x, y]) => {
      expect(isLookalike(x, y)).toBe(isLookalike(a, b))
    }),
    runs(100),
  )
})

test('craftLookalike always makes a valid lookalike', () => {
  fc.assert(
    fc.property(address.chain(anyCase), bytes, (target, random) => {
      const crafted = craftLookalike(target, random)
      expect(isAddress(crafted, { strict: true })).toBe(true)
      expect(isLookalike(crafted, target)).toBe(true)
    }),
    runs(100),
  )
})

test('craftLookalike never gives the target back, even when the bytes are its own', () => {
  fc.assert(
    fc.property(address, (target) => {
      const own = Uint8Array.from(target.slice(6, 38).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
      expect(isLookalike(craftLookalike(target, own), target)).toBe(true)
    }),
    runs(100),
  )
})
