import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { formatUnits, parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { formatUsdc, parseUsdc } from './amount.js'

const amounts = fc.bigInt({ min: 0n, max: 2n ** 96n })

test('parse and format are inverses', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(parseUsdc(formatUsdc(amount))).toBe(amount)
    }),
    runs(100),
  )
})

test('format agrees with viem, also below zero', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 96n), max: 2n ** 96n }), (amount) => {
      expect(formatUsdc(amount)).toBe(formatUnits(amount, 6))
    }),
    runs(100),
  )
})

test('parse agrees with viem wherever it accepts', () => {
  const texts = fc.tuple(fc.stringMatching(/^\d{1,20}$/), fc.stringMatching(/^\d{0,6}$/))
  fc.assert(
    fc.property(texts, ([whole, fraction]) => {
      const text = fraction === '' ? whole : `${whole}.${fraction}`
      expect(parseUsdc(text)).toBe(parseUnits(text, 6))
    }),
    runs(100),
  )
})

test('parse refuses whatever is not digits, with at most one point and six decimals', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+ ]?\d*[.,]?\d{0,9}(e\d)?$/)), (text) => {
      if (/^\d{1,30}(\.\d{1,6})?$/.test(text)) return
      expect(() => parseUsdc(text)).toThrow(expect.objectContaining({ name: 'InvalidAmountError' }))
    }),
    runs(100),
  )
})
