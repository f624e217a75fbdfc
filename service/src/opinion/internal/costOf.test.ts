import { expect, test } from 'vitest'
import { costOf } from './costOf.js'

test('behavior: every fraction is rounded up', () => {
  expect(costOf({ input: 0.1, output: 0.5 }, { input: 1, output: 1 })).toBe(1)
  expect(costOf({ input: 1, output: 5 }, { input: 0, output: 0 })).toBe(0)
  expect(costOf({ input: 3, output: 15 }, { input: 1000, output: 100 })).toBe(4500)
})
