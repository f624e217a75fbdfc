import { beforeAll, expect, test } from 'vitest'
import { attackBars } from '../../bench/firewall/attackBars.js'
import { type Bar, corpusBars } from '../../bench/firewall/bars.js'
import { HOLDFAST, judgeCase } from '../../bench/firewall/judge.js'
import { Tally } from '../../bench/firewall/tally.js'
import { generateCorpus } from './generate.js'
import { SLICE_SIZES } from './options.js'

/** Two per cent of the corpus, of a seed of its own: enough for what always holds, too little for a rare rate. */
const tally = new Tally()
beforeAll(() => {
  for (const one of generateCorpus({ seed: 0x7e57n, wallets: 150, sizes: SLICE_SIZES, mostPayees: 5_000 }))
    judgeCase(one, [HOLDFAST], tally)
})

test('no bar is missed by more than chance explains', () => {
  const bars: Bar[] = [...corpusBars(tally), ...attackBars(tally)]
  expect(bars.length).toBeGreaterThanOrEqual(30)
  const missed = bars.filter(({ refuted }) => refuted)
  expect(
    missed.map(({ measure, found }) => `${measure}: ${found}`),
    JSON.stringify([...tally.misses], null, 2),
  ).toEqual([])
})

test.each(['P1-E', 'P1-B', 'P1-F', 'P6', 'P7', 'P9'])('%s, which always has a bait, is blocked', (name) => {
  const { queries, blocked } = tally.sum('Holdfast', (found, kind) => found === name && !kind.endsWith('among many'))
  expect(queries).toBeGreaterThanOrEqual(20)
  expect(blocked).toBe(queries)
})
