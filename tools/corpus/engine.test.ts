import { beforeAll, expect, test } from 'vitest'
import { corpusBars } from '../../bench/firewall/bars.js'
import { HOLDFAST, judgeCase } from '../../bench/firewall/judge.js'
import { Tally } from '../../bench/firewall/tally.js'
import { generateCorpus } from './generate.js'
import { TEST_SIZES } from './options.js'

/** A small corpus of a seed of its own, so that what the full run would find late is found by every test run. */
const tally = new Tally()
beforeAll(() => {
  for (const one of generateCorpus({ seed: 0x7e57n, wallets: 150, sizes: TEST_SIZES }))
    judgeCase(one, [HOLDFAST], tally)
})

test('every bar that a corpus can decide is reached', () => {
  const bars = corpusBars(tally)
  expect(bars.length).toBeGreaterThanOrEqual(11)
  const missed = bars.filter(({ reached }) => !reached).map(({ measure, found }) => `${measure}: ${found}`)
  expect(missed, JSON.stringify([...tally.misses], null, 2)).toEqual([])
})

test.each(['P1-E', 'P1-B', 'P1-F', 'P6', 'P7', 'P9'])('%s, which always has a bait, is blocked', (name) => {
  const { queries, blocked } = tally.sum('Holdfast', (found) => found === name)
  expect(queries).toBeGreaterThanOrEqual(200)
  expect(blocked).toBe(queries)
})

test.each([
  ['P2', 0.95],
  ['P3', 0.95],
  ['P4', 0.95],
  ['P10', 0.95],
  // None of these has a bait, and some are contracts: where there are more than 64 payees they are warned about.
  ['P11', 0.84],
])('impostors without a bait are blocked but for the largest wallets: %s', (name, share) => {
  const { queries, blocked } = tally.sum('Holdfast', (found) => found === name)
  expect(blocked / queries).toBeGreaterThan(share)
})
