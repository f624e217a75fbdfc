import { expect, test } from 'vitest'
import { toUnits } from './money.js'

test('toUnits: rounds spending up and balances down', () => {
  expect([toUnits(1n, 'up'), toUnits(1n, 'down'), toUnits(10n ** 12n, 'up'), toUnits(0n, 'up')]).toEqual([
    1n,
    0n,
    1n,
    0n,
  ])
})
