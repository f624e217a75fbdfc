import { expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { assertBytes32, isBytes32 } from './bytes32.js'

test('default: 32 bytes of hex in any case', () => {
  for (const value of [`0x${'1'.repeat(64)}`, `0x${'aB'.repeat(32)}`, `0x${'0'.repeat(64)}`] as const) {
    expect(isBytes32(value)).toBe(true)
    expect(() => assertBytes32('salt', value)).not.toThrow()
  }
})

test.each([
  ['half a byte too few', `0x${'1'.repeat(63)}`],
  ['half a byte too many', `0x${'1'.repeat(65)}`],
  ['a byte too few', `0x${'1'.repeat(62)}`],
  ['no prefix', '1'.repeat(66)],
  ['another digit', `0x${'g'.repeat(64)}`],
  ['a line break', `0x${'1'.repeat(64)}\n`],
  ['nothing', undefined],
  ['a number', 1],
  ['a symbol', Symbol('salt')],
])('error: %s', (_, value) => {
  expect(isBytes32(value)).toBe(false)
  expect(() => assertBytes32('salt', value as never)).toThrow(InvalidInputError)
})

test('error: all zero, where that is not allowed', () => {
  expect(() => assertBytes32('claimHash', `0x${'0'.repeat(64)}`, { nonZero: true })).toThrow(InvalidInputError)
})
