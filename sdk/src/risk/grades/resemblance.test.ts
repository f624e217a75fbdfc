import { expect, test } from 'vitest'
import { sharedEnds } from '../../chain/similarity.js'
import { chanceOf, fewestCharacters, gradeResemblance } from './resemblance.js'
import { advertisedOnceIn, blockOnceIn, minBlockCharacters, warnOnceIn } from './thresholds.js'

/** Chance that a random address shares exactly so many characters with a given one, 40 in all. */
const exactly = (prefix: number, suffix: number) =>
  prefix + suffix < 39 ? (15 / 16) ** 2 / 16 ** (prefix + suffix) : (15 / 16) * 16 ** -39
/** Every pair of ends that two different addresses can share. */
const shapes = Array.from({ length: 40 }, (_, prefix) =>
  Array.from({ length: 40 - prefix }, (_, suffix) => ({ prefix, suffix })),
).flat()
/** No run in it, so that every character counts. */
const address = `0x${'0123456789abcdef'.repeat(3).slice(0, 40)}`
const sumOf = (known: number, isAdvertised: boolean, level: string) =>
  shapes
    .filter((ends) => gradeResemblance(address, ends, known, 0, isAdvertised ? 'records' : undefined) === level)
    .reduce((sum, { prefix, suffix }) => sum + exactly(prefix, suffix), 0)

test('the shapes are all there are', () => {
  expect(shapes.reduce((sum, { prefix, suffix }) => sum + exactly(prefix, suffix), 0)).toBeCloseTo(1, 12)
})

test.each([5, 6, 7, 8, 9, 10])('the closed sum for %i characters is that over all shapes', (characters) => {
  const sum = shapes
    .filter(({ prefix, suffix }) => prefix + suffix >= characters + (prefix >= 3 && suffix >= 4 ? 0 : 1))
    .reduce((total, { prefix, suffix }) => total + exactly(prefix, suffix), 0)
  expect(chanceOf(characters) / sum).toBeCloseTo(1, 10)
})

test.each([1, 12, 64, 354, 355, 1_000, 1_903, 1_904, 10_000, 18_294, 50_000, 200_000, 1_000_000])(
  'among %i strong references chance blocks at most one first payment in 100,000, summed over all shapes',
  (known) => {
    expect(known * sumOf(known, false, 'block')).toBeLessThanOrEqual(1 / blockOnceIn)
  },
)

test.each([1, 12, 253, 1_000, 3_549])('with a forged bait, among %i, at most one in 10,000', (known) => {
  expect(known * sumOf(known, true, 'block')).toBeLessThanOrEqual(1 / advertisedOnceIn)
})

test('the limits quoted in the guide', () => {
  const limit = (characters: number) => Math.floor(1 / (blockOnceIn * chanceOf(characters)))
  expect([6, 7, 8, 9].map(limit)).toEqual([354, 1_903, 18_294, 209_181])
  expect([fewestCharacters(1_903, blockOnceIn), fewestCharacters(1_904, blockOnceIn)]).toEqual([7, 8])
  expect(fewestCharacters(2_532, warnOnceIn)).toBe(5)
  expect(minBlockCharacters).toBe(7)
})

/**
 * Draws addresses that share six characters or more, weights each by the chance of such a draw, and lets the grades decide.
 * The interval is twice the one that the variance of the draws gives.
 */
test('importance sampling agrees with the sum', () => {
  let state = 20_261_122
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const digits = '0123456789abcdef'
  const draws = 40_000
  const known = 1_903
  let [sum, squares] = [0, 0]
  for (let draw = 0; draw < draws; draw++) {
    const forced = Math.floor(random() * 8)
    const target = [...address].map((digit, at) =>
      at < 2 || at < 2 + forced || at >= 42 - (7 - forced) ? digit : digits[Math.floor(random() * 16)],
    )
    const ends = sharedEnds(address, target.join(''))
    const isBlocked = gradeResemblance(address, ends, known, 0, undefined) === 'block'
    // The eight ways to force seven characters overlap: each draw could have come from so many of them.
    const ways = Array.from({ length: 8 }, (_, front) => front).filter(
      (front) => ends.prefix >= front && ends.suffix >= 7 - front,
    ).length
    const weight = isBlocked ? (8 / ways) * 16 ** -7 : 0
    sum += weight
    squares += weight ** 2
  }
  const mean = sum / draws
  const error = Math.sqrt((squares / draws - mean ** 2) / draws)
  const exact = sumOf(known, false, 'block')
  expect(Math.abs(mean - exact)).toBeLessThan(4 * error)
  expect(known * (mean + 2 * 1.96 * error)).toBeLessThanOrEqual(1.2 / blockOnceIn)
})
