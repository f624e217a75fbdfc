import { expect, test } from 'vitest'
import { toUnits, toWei } from './money.js'

test('toUnits: rounds spending up and balances down', () => {
  expect([toUnits(1n, 'up'), toUnits(1n, 'down'), toUnits(10n ** 12n, 'up'), toUnits(0n, 'up')]).toEqual([
    1n,
    0n,
    1n,
    0n,
  ])
})

test('toWei: the exact inverse for whole base units', () => {
  expect(toWei(3n)).toBe(3_000_000_000_000n)
  for (const rounding of ['up', 'down'] as const) expect(toUnits(toWei(7n), rounding)).toBe(7n)
})
