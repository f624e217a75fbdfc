import { expect, test } from 'vitest'
import { isForWantOfData } from './isForWantOfData.js'

test.each([
  [['DATA_UNAVAILABLE'], true],
  [['DATA_UNAVAILABLE', 'NEW_ADDRESS'], true],
  [['FRESH_ADDRESS', 'DATA_UNAVAILABLE'], true],
  [['DATA_UNAVAILABLE', 'LOOKALIKE_ADDRESS'], false],
  [['ZERO_VALUE_BAIT', 'DATA_UNAVAILABLE'], false],
  [['DATA_UNAVAILABLE', 'A_RULE_OF_SOMEBODY_ELSE'], false],
  [['NEW_ADDRESS'], false],
  [[], false],
  [undefined, false],
])('an incomplete block for %j: %s', (reasons, expected) =>
  expect(isForWantOfData({ level: 'block', complete: false, reasons })).toBe(expected),
)

test.each([
  { level: 'block', complete: true },
  { level: 'warning', complete: false },
] as const)('default: false for %o', (verdict) =>
  expect(isForWantOfData({ ...verdict, reasons: ['DATA_UNAVAILABLE'] })).toBe(false),
)
