import type { RiskLevel } from '@holdfast/sdk/risk'
import { describe, expect, test } from 'vitest'
import { generateCorpus } from '../../tools/corpus/generate.js'
import { SLICE_SIZES } from '../../tools/corpus/options.js'
import { attackBars } from './attackBars.js'
import { corpusBars, percent } from './bars.js'
import { judgeCase } from './judge.js'
import { insertFindings } from './readme.js'
import { doubtful, Tally, wilson } from './tally.js'

/** The missed bars of an engine that always returns the same verdict. */
function missedBy(level: RiskLevel): string[] {
  const tally = new Tally()
  const judge = { name: 'Holdfast', judge: () => ({ level }) }
  for (const one of generateCorpus({ seed: 3n, wallets: 12, sizes: SLICE_SIZES, mostPayees: 500 }))
    judgeCase(one, [judge], tally)
  return corpusBars(tally).flatMap(({ reached, measure }) => (reached ? [] : measure))
}

describe('corpusBars', () => {
  test('an engine that says safe misses everything about poisoned payments', () => {
    expect(missedBy('safe')).toMatchInlineSnapshot(`
      [
        "blocked, P1-E",
        "blocked, P1-B",
        "blocked, P1-F",
        "not safe, P1 to P12",
        "genuine payee named",
        "P8 answered safe",
      ]
    `)
  })

  test('an engine that warns of everything is a burden and blocks nothing', () => {
    expect(missedBy('warning')).toMatchInlineSnapshot(`
      [
        "blocked, P1-E",
        "blocked, P1-B",
        "blocked, P1-F",
        "warnings per 1,000 benign sends, N3 to N11 but N7",
        "N11 answered safe",
        "genuine payee named",
      ]
    `)
  })

  test('an engine that blocks everything is a weapon', () => {
    expect(missedBy('block')).toMatchInlineSnapshot(`
      [
        "blocked, N1, N2 and N10",
        "N11 answered safe",
        "blocked, N4 (the firewall as a weapon)",
        "blocked, N5 (the firewall as a weapon)",
        "blocked, N6 (the firewall as a weapon)",
        "genuine payee named",
      ]
    `)
  })
})

test.each([
  ['as an impostor', true, true],
  ['as new', false, false],
])('attackBars: a payment after a claim that is warned about %s', (_, isPoisoning, reached) => {
  const tally = new Tally()
  const judge = { name: 'Holdfast', judge: () => ({ level: 'warning' as const, isPoisoning }) }
  for (const one of generateCorpus({ seed: 3n, wallets: 12, sizes: { N18: 12 }, mostPayees: 500 }))
    judgeCase(one, [judge], tally)
  const bars = attackBars(tally)
  expect(bars.find(({ measure }) => measure.startsWith('N18'))).toMatchObject({ reached, refuted: !reached })
  expect(bars.find(({ measure }) => measure.startsWith('poisoning warnings'))?.reached).toBe(!reached)
})

test('wilson: intervals equal published values', () => {
  expect(wilson(0, 300_000)[1]).toBeCloseTo(1.28e-5, 7)
  expect(wilson(5_000, 5_000)[0]).toBeCloseTo(0.99923, 5)
  const [low, high] = wilson(81, 263)
  expect(low).toBeCloseTo(0.2553, 3)
  expect(high).toBeCloseTo(0.3662, 3)
  expect(wilson(0, 0)).toEqual([0, 1])
})

test('doubtful: 5 of 2,000 do not refute a bar of 0.1 %, 10 do', () => {
  expect(doubtful(5, 2_000)[0]).toBeLessThan(0.001)
  expect(doubtful(10, 2_000)[0]).toBeGreaterThan(0.001)
})

test('percent: more digits near 0 and 100', () => {
  expect([0, 0.000038, 0.341, 0.99942, 1].map(percent)).toEqual(['0 %', '0.0038 %', '34.1 %', '99.942 %', '100 %'])
})

describe('insertFindings', () => {
  const findings = { source: 'seed 0x1', machine: 'a machine', table: '| t |', bars: [], costLines: [] }
  const [open, close] = ['<!-- bench:firewall -->', '<!-- /bench:firewall -->']

  test('default: replaces what is between the markers, and only that', () => {
    const once = insertFindings(`a\n${open}\nold\n${close}\nb`, findings)
    expect(once).toContain('seed 0x1; a machine.')
    expect(once).not.toContain('old')
    expect(insertFindings(once, findings)).toBe(once)
    expect(once.startsWith(`a\n${open}`) && once.endsWith(`${close}\nb`)).toBe(true)
  })

  test('error: markers that are missing, doubled or turned around', () => {
    for (const text of ['', open, `${close}${open}`, `${open}${close}${open}${close}`])
      expect(() => insertFindings(text, findings)).toThrow('each once and in this order')
  })
})
