import { describe, expect, test } from 'vitest'
import { assertAmount, formatUsdc, parseUsdc } from './amount.js'

describe('parseUsdc', () => {
  test.each([
    ['0', 0n],
    ['10', 10_000_000n],
    ['0.25', 250_000n],
    ['0.000001', 1n],
    ['007.50', 7_500_000n],
  ])('%s', (text, amount) => {
    expect(parseUsdc(text)).toBe(amount)
  })

  test.each(['', '.', '.5', '5.', '-1', '+1', '1e3', '1,5', '1_000', ' 1', '1 ', '0x1', '1.2.3', '٣', '1'.repeat(31)])(
    'error: %s',
    (text) => {
      expect(() => parseUsdc(text)).toThrow('is not a plain decimal number')
    },
  )

  test('error: a seventh decimal, even a zero', () => {
    expect(() => parseUsdc('1.0000000')).toThrow('The amount "1.0000000" has more than 6 decimals.')
  })
})

test('formatUsdc', () => {
  expect([0n, 1n, 10n, 1_000_000n, 1_230_000n, -5n].map(formatUsdc)).toEqual([
    '0',
    '0.000001',
    '0.00001',
    '1',
    '1.23',
    '-0.000005',
  ])
})

test('assertAmount', () => {
  expect(assertAmount(1n)).toBeUndefined()
  expect(assertAmount(2n ** 96n - 1n)).toBeUndefined()
  for (const amount of [0n, -1n, 2n ** 96n, 1 as unknown as bigint])
    expect(() => assertAmount(amount)).toThrow(expect.objectContaining({ code: 'invalid_amount' }))
})
