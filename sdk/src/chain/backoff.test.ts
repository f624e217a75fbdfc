import { expect, test } from 'vitest'
import { backoff } from './backoff.js'

test('default: doubles up to the most, less a quarter at the most', () => {
  const of = (failures: number) => backoff(failures, 100, 1_000)
  for (const [failures, most] of [
    [1, 100],
    [2, 200],
    [4, 800],
    [9, 1_000],
  ] as const) {
    expect(of(failures)).toBeLessThanOrEqual(most)
    expect(of(failures)).toBeGreaterThanOrEqual(most * 0.75)
  }
})
