import { expect, test } from 'vitest'
import { chanceOfAtLeast, falseBlockBars, measureFalseBlocks } from './falseBlocks.js'

const sums = (seed: bigint) => measureFalseBlocks(seed, 0.002).map(({ references, exact }) => [references, exact])

test('the exact sum is within the budget at each number of references, and the same for each seed', () => {
  const found = sums(1n)
  for (const [references, exact] of found) expect([references, Number(exact) <= 1e-5]).toEqual([references, true])
  expect(sums(2n)).toEqual(found)
  // 9 s of processor time alone, up to 20 times as long where many runs share two cores: the default ends it too early.
})

test('plain draws refute the bar only where chance cannot explain them', () => {
  const isRefuted = (blocked: number) =>
    falseBlockBars([], { blocked, draws: 200_000 }).map(({ reached, refuted }) => [reached, refuted])
  expect(isRefuted(8)).toEqual([[true, false]])
  expect(isRefuted(13)).toEqual([[false, true]])
})

test('chanceOfAtLeast: as in the books', () => {
  expect(chanceOfAtLeast(0, 2)).toBe(1)
  expect(chanceOfAtLeast(1, 2)).toBeCloseTo(0.8647, 4)
  expect(chanceOfAtLeast(5, 2)).toBeCloseTo(0.0527, 4)
})
