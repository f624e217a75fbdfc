import { expect, test } from 'vitest'
import { readAmount } from './readAmount.js'

test.each([
  ['25', 25_000_000n],
  ['0.5', 500_000n],
  ['.5', 500_000n],
  ['25.', 25_000_000n],
  ['1,5', 1_500_000n],
  ['0,500', 500_000n],
  ['1234,567', 1_234_567_000n],
  ['1.500', 1_500_000n],
  ['0.000001', 1n],
])('%s is read', (typed, amount) => {
  expect(readAmount(typed)).toEqual({ kind: 'amount', amount })
})

test.each([
  ['1,500', 'two_meanings'],
  ['1.500,25', 'two_meanings'],
  ['1,500.25', 'two_meanings'],
  ['1 500', 'not_a_number'],
  ['-1', 'not_a_number'],
  ['1e3', 'not_a_number'],
  ['twenty', 'not_a_number'],
  ['0', 'too_small'],
  ['0.00', 'too_small'],
  ['0.0000001', 'too_precise'],
])('%s is refused: %s', (typed, fault) => {
  expect(readAmount(typed)).toEqual({ kind: 'fault', fault })
})

test('an amount above the balance is a fault', () => {
  expect(readAmount('25', 24_999_999n)).toEqual({ kind: 'fault', fault: 'more_than_balance' })
})

test('nothing typed is not a fault', () => {
  expect(readAmount(' ')).toEqual({ kind: 'empty' })
})
