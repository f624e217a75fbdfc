import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, halve } from './segments.js'

test('default', () => {
  expect(cut({ from: 10, to: 19 }, 4)).toEqual([
    { from: 10, to: 13 },
    { from: 14, to: 17 },
    { from: 18, to: 19 },
  ])
  expect(halve({ from: 0, to: 4 })).toEqual([
    { from: 0, to: 2 },
    { from: 3, to: 4 },
  ])
})

test('behavior: the parts are the whole, at most 16, and narrower', () => {
  fc.assert(
    fc.property(
      fc.nat(1e9),
      fc.integer({ min: 2, max: 1e6 }),
      fc.integer({ min: 1, max: 1e6 }),
      (from, blocks, width) => {
        const parts = cut({ from, to: from + blocks - 1 }, Math.min(width, blocks - 1))
        expect(parts.length).toBeGreaterThan(1)
        expect(parts.length).toBeLessThanOrEqual(16)
        expect(parts[0]?.from).toBe(from)
        expect(parts.at(-1)?.to).toBe(from + blocks - 1)
        for (const [index, part] of parts.entries()) {
          expect(part.from).toBeLessThanOrEqual(part.to)
          if (index > 0) expect(part.from).toBe((parts[index - 1]?.to ?? 0) + 1)
        }
      },
    ),
    runs(100),
  )
})
