import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseUsdc } from './amount.js'
import { feeAtNextQuote, percentOf, usdc } from './refusal.js'

describe('usdc', () => {
  test('default', () => {
    expect([0n, 1n, 1_500_000n, 12_345_678n].map((amount) => usdc(amount))).toEqual([
      '0',
      '0.000001',
      '1.5',
      '12.345678',
    ])
  })

  test('parameter: decimals', () => {
    expect([0, 1, 2, 6].map((decimals) => usdc(12_999_999n, decimals))).toEqual(['12', '12.9', '12.99', '12.999999'])
  })

  test.each([-1, 1.5, 7, 18, Number.NaN])('error: %d decimals', (decimals) => {
    expect(() => usdc(1n, decimals)).toThrow(
      expect.objectContaining({ name: 'InvalidInputError', parameter: 'decimals' }),
    )
  })

  test('behavior: never shows more than there is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 96n }), fc.nat(6), (amount, decimals) => {
        const shown = parseUsdc(usdc(amount, decimals))
        expect(shown <= amount).toBe(true)
        expect(amount - shown < 10n ** BigInt(6 - decimals)).toBe(true)
      }),
      runs(100),
    )
  })
})

describe('percentOf', () => {
  test('default', () => {
    expect([0, 0.25, 0.5, 1].map((fraction) => percentOf(10_333_333n, fraction))).toEqual([
      '0',
      '2.583333',
      '5.166666',
      '10.333333',
    ])
    expect(percentOf(10_333_333n, 0.5, 2)).toBe('5.16')
  })

  test.each([0, 0.5, 1])('behavior: where fees exceed the balance, %d of it is nothing', (fraction) => {
    expect(percentOf(-5n, fraction)).toBe('0')
  })

  test.each([-0.1, 1.01, Number.NaN])('error: a fraction of %d', (fraction) => {
    expect(() => percentOf(1n, fraction)).toThrow(
      expect.objectContaining({ name: 'InvalidInputError', parameter: 'fraction' }),
    )
  })

  test('behavior: never more than can be spent, and all of it at 1', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 96n }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (most, fraction) => {
          expect(parseUsdc(percentOf(most, fraction)) <= most).toBe(true)
          expect(parseUsdc(percentOf(most, 1))).toBe(most)
        },
      ),
      runs(100),
    )
  })
})

test('feeAtNextQuote: a quarter more', () => {
  expect([0n, 3n, 100n].map(feeAtNextQuote)).toEqual([0n, 3n, 125n])
})
