import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUsdc, parseUsdc } from '../amount.js'
import { fieldOf, usdcOf, wholeOf } from './fields.js'

test('property: six decimals are read exactly, rounded up or down', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 20n), (amount) => {
      const text = formatUsdc(amount)
      expect(usdcOf(text, 'up')).toBe(amount)
      expect(usdcOf(text, 'down')).toBe(parseUsdc(text))
    }),
    runs(100),
  )
})

test('property: more decimals are rounded, a fee up and a balance down, and never by a whole unit', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), fc.stringMatching(/^\d{1,12}$/), (amount, rest) => {
      const [whole, fraction = ''] = formatUsdc(amount).split('.')
      const text = `${whole}.${fraction.padEnd(6, '0')}${rest}`
      expect(usdcOf(text, 'down')).toBe(amount)
      expect(usdcOf(text, 'up')).toBe(/[1-9]/.test(rest) ? amount + 1n : amount)
    }),
    runs(100),
  )
})

test('property: a text that is not a number is a syntax error', () => {
  fc.assert(
    fc.property(fc.anything(), (any) => {
      for (const read of [wholeOf, (value: unknown) => usdcOf(value, 'up')])
        try {
          expect(read(any)).toBeTypeOf('bigint')
          expect(`${any}`).toMatch(/^\d+(\.\d+)?$/)
        } catch (error) {
          if (!(error instanceof SyntaxError)) throw error
        }
    }),
    runs(100),
  )
})

test('numbers are read as texts; inherited fields are not read', () => {
  expect(usdcOf(10.5, 'down')).toBe(10_500_000n)
  expect(wholeOf(54_485_435)).toBe(54_485_435n)
  for (const wrong of ['', '-1', '+1', '1e3', '0x10', ' 1', '1.', '.5', null, undefined, {}, []])
    expect(() => usdcOf(wrong, 'up')).toThrow(SyntaxError)
  expect(fieldOf(Object.create({ status: 'done' }), 'status')).toBeUndefined()
})
