import { beforeAll, describe, expect, test } from 'vitest'
import { BASELINES, PUBLISHED_RULES } from '../../bench/firewall/rules.js'
import { countMatches } from './addresses.js'
import { generateCorpus } from './generate.js'
import { riskInputFromCorpus } from './index.js'
import { DEVELOPMENT_SEED } from './options.js'
import { Stream } from './stream.js'
import type { CorpusCase, CorpusQuery } from './types.js'

/** Numbers measured on the real data, which the corpus must reproduce. */
const cases: CorpusCase[] = []
beforeAll(() => {
  const sizes = { 'P1-E': 5_000, 'P1-B': 5_000, 'P1-F': 5_000, N6: 1_000 }
  cases.push(...generateCorpus({ seed: DEVELOPMENT_SEED, wallets: 2_000, sizes, mostPayees: 500 }))
})

const asked = (name: string): CorpusQuery[] =>
  cases.flatMap(({ queries }) => [...queries].filter((query) => query.class === name))
const ruleNamed = (name: string) => PUBLISHED_RULES.find((rule) => rule.name === name)?.matches ?? (() => false)
const judgeNamed = (name: string) => {
  const found = BASELINES.find((judge) => judge.name === name)
  if (!found) throw new Error(`There is no judge ${name}.`)
  return found.judge
}

describe('matches', () => {
  test.each([
    { name: '4+4', expected: [35.9, 50.4, 89.0] },
    { name: 'p+s≥8', expected: [86.7, 77.3, 99.3] },
    { name: '3+4', expected: [100, 100, 100] },
  ])('$name sees $expected per cent of the thefts on Ethereum, on BSC and in the feed', ({ name, expected }) => {
    for (const [at, set] of ['P1-E', 'P1-B', 'P1-F'].entries()) {
      const queries = asked(set)
      expect(queries).toHaveLength(5_000)
      const seen = queries.filter(({ target, genuine = target }) => {
        const { p, s } = countMatches(target, genuine)
        return ruleNamed(name)(p, s)
      })
      expect(Math.abs((seen.length / queries.length) * 100 - (expected[at] ?? 0))).toBeLessThan(1.5)
    }
  })

  test('with 200 payees, 6.1 of 1,000 unrelated addresses share four characters at one end with a payee', () => {
    const stream = new Stream(DEVELOPMENT_SEED, 'self-check/either-end')
    const counterparties = { counterparties: Array.from({ length: 200 }, () => stream.address()), complete: true }
    const rest = { sender: stream.address(), counterparties, activity: null, zeroValueTransfers: 0, history: null }
    const judge = judgeNamed('either end 4')
    let met = 0
    for (let draw = 0; draw < 100_000; draw++)
      if (judge({ ...rest, target: stream.address() }, new Date(0)).level === 'block') met++
    expect(met / 100_000).toBeGreaterThan(5.6e-3)
    expect(met / 100_000).toBeLessThan(6.6e-3)
  })
})

describe('behaviour', () => {
  const judged = (name: string, accept: (query: CorpusQuery) => boolean) =>
    cases.flatMap(({ wallet, events, queries }) =>
      [...queries].filter(accept).map((query) => ({
        query,
        level: judgeNamed(name)(riskInputFromCorpus(wallet, events, query), new Date(0)).level,
      })),
    )
  const shareOf = (answers: readonly { level: string }[], level: string) =>
    answers.filter((answer) => answer.level === level).length / answers.length

  test('a judge that only looks for baits from lookalike to victim detects about 2 %', () => {
    const attempts = new Set([...asked('P1-E'), ...asked('P1-B')].map(({ target }) => target))
    const baits = cases.flatMap(({ events }) =>
      events.filter(({ kind, from, to }) => !/payment|benign/.test(kind) && (attempts.has(from) || attempts.has(to))),
    )
    expect(baits.length).toBeGreaterThan(20_000)
    const seen = baits.filter(({ from, wallet }) => from !== wallet).length / baits.length
    expect(seen).toBeGreaterThan(0.012)
    expect(seen).toBeLessThan(0.024)
    expect(
      shareOf(
        judged('baits L→V only', ({ class: name }) => name === 'P1-E'),
        'block',
      ),
    ).toBeLessThan(0.07)
  })

  test('a judge that counts any token event as a payment blocks honest payees and passes counterfeited impostors', () => {
    expect(
      shareOf(
        judged('any token event', ({ class: name }) => name === 'N6'),
        'block',
      ),
    ).toBeGreaterThan(0.1)
    const fooled = judged(
      'any token event',
      ({ class: name, p, baits }) => name === 'P1-E' && p === 3 && baits.includes('counterfeit'),
    )
    expect(fooled.length).toBeGreaterThan(1_000)
    expect(shareOf(fooled, 'safe')).toBeGreaterThan(0.95)
  })

  test('18 planters, one of which makes 86 % of the forgeries', () => {
    const forged = cases.flatMap(({ events }) => events.filter(({ kind }) => kind === 'zero-value'))
    const counts = new Map<string, number>()
    for (const { signer } of forged) counts.set(signer, (counts.get(signer) ?? 0) + 1)
    expect(counts.size).toBe(18)
    expect(Math.max(...counts.values()) / forged.length).toBeCloseTo(0.86, 1)
  })
})
