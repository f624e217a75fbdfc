import { describe, expect, test } from 'vitest'
import { countMatches, makeFamily, makeFlawedLookalike, makeLookalike } from './addresses.js'
import { type CorpusOptions, corpusLines, corpusMeta, generateCorpus, layStrata } from './generate.js'
import { readCorpusOptions, SLICE_SIZES } from './options.js'
import { parseSeed, Stream } from './stream.js'
import { HARD_MATCHES, MATCH_TABLE } from './tables.js'
import type { CorpusLine, CorpusQuery } from './types.js'

const seed = 0x5eedn
const few = { 'P1-E': 12, P5: 12, N5: 12, N1: 12 } as const
const lines = (options: Partial<CorpusOptions>) => [
  ...corpusLines({ seed, wallets: 20, sizes: few, mostPayees: 500, ...options }),
]
const queries = (all: readonly CorpusLine[], name: string) =>
  all.filter((line): line is CorpusQuery => line.type === 'query' && line.class === name)

describe('generateCorpus', () => {
  test('default: the same seed gives the same bytes, another seed nothing of them', () => {
    const first = lines({})
    expect(JSON.stringify(lines({}))).toBe(JSON.stringify(first))
    const targets = new Set(queries(first, 'P1-E').map(({ target }) => target))
    const others = queries(lines({ seed: 0x5eeen }), 'P1-E')
    expect(others.filter(({ target }) => targets.has(target))).toEqual([])
  })

  test('behavior: another class changes neither queries nor events of the others', () => {
    const one = lines({ sizes: { 'P1-E': 12 } })
    const all = lines({ sizes: { ...few, N3: 12, H: 12 } })
    expect(queries(all, 'P1-E')).toEqual(queries(one, 'P1-E'))
    const bytes = new Set(all.map((line) => JSON.stringify(line)))
    const events = one.filter(({ type }) => type === 'event')
    expect(events.length).toBeGreaterThan(1_000)
    expect(events.filter((event) => !bytes.has(JSON.stringify(event)))).toEqual([])
  })

  test('behavior: more queries of a class leave the earlier ones as they were', () => {
    const more = queries(lines({ sizes: { 'P1-E': 30 } }), 'P1-E')
    expect(
      queries(lines({ sizes: { 'P1-E': 12 } }), 'P1-E').every((query) => more.some(({ id }) => id === query.id)),
    ).toBe(true)
    const byId = new Map(more.map((query) => [query.id, query.target]))
    for (const { id, target } of queries(lines({}), 'P1-E')) expect(byId.get(id)).toBe(target)
  })

  test('behavior: every query is asked once, of a wallet that has what it needs', () => {
    const options = { seed, wallets: 40, sizes: SLICE_SIZES, mostPayees: 500 }
    for (const { wallet, events, queries } of generateCorpus(options)) {
      const named = events.every(({ from, to }) => from === wallet.address || to === wallet.address)
      expect(named).toBe(true)
      for (const query of queries) {
        if (query.class === 'N10') expect(wallet.payees).toBeGreaterThanOrEqual(500)
        if (query.genuine) expect(query).toMatchObject(countMatches(query.target, query.genuine))
        if (/^P1-/.test(query.class)) expect(query.baits.length).toBeGreaterThan(0)
      }
    }
    const all = [...corpusLines(options)].filter(({ type }) => type === 'query')
    const expected = Object.values(SLICE_SIZES).reduce((sum, size) => sum + size, 0)
    expect(new Set(all.map((line) => (line as CorpusQuery).id)).size).toBe(expected)
    expect(all.length).toBe(expected)
  })

  test('behavior: a genuine payee is paid before its impostor appears', () => {
    const sizes = { 'P1-F': 300, P5: 300 }
    for (const { wallet, events, queries } of generateCorpus({ seed, wallets: 60, sizes, mostPayees: 500 }))
      for (const { target, genuine } of queries) {
        const first = (match: (to: string, from: string) => boolean) =>
          Math.min(...events.filter(({ to, from }) => match(to, from)).map(({ time }) => time))
        const paid = first((to, from) => to === genuine && from === wallet.address)
        expect(paid).toBeLessThanOrEqual(first((to, from) => to === target || from === target))
      }
  })

  test('behavior: every stratum has a wallet, and one of twenty thousand payees is among them', () => {
    expect([...new Set(layStrata(10).values())]).toEqual([1, 50, 500, 5_000, 20_000])
    expect([...layStrata(20_000).values()].filter((payees) => payees === 20_000)).toHaveLength(20)
  })
})

describe('corpusMeta', () => {
  test('default: names the seed, and its hash follows the sizes', () => {
    const meta = corpusMeta({ seed, wallets: 20, sizes: few })
    expect(meta).toMatchObject({ type: 'meta', seed: '0x5eed', wallets: 20, grouped: true })
    expect(corpusMeta({ seed, wallets: 20, sizes: {} }).parameters).not.toBe(meta.parameters)
  })
})

describe('addresses', () => {
  const genuine = '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'

  test('makeLookalike: exactly so many characters at each end', () => {
    for (const [p, s] of [...MATCH_TABLE.map(([p, s]) => [p, s] as const), ...HARD_MATCHES])
      for (let draw = 0; draw < 20; draw++) {
        const made = makeLookalike(new Stream(seed, `${p}+${s}/${draw}`), genuine, p, s)
        expect(countMatches(made, genuine)).toEqual({ p, s })
        expect(made).toMatch(/^0x[0-9a-f]{40}$/)
      }
  })

  test('makeFlawedLookalike: 4+4 but for one character', () => {
    for (let draw = 0; draw < 50; draw++) {
      const made = makeFlawedLookalike(new Stream(seed, `flaw/${draw}`), genuine)
      const shown = (address: string) => [...address.slice(2, 6), ...address.slice(-4)]
      expect(shown(made).filter((digit, at) => digit !== shown(genuine)[at])).toHaveLength(1)
    }
  })

  test('makeFamily: members share the prefix asked for and four characters at the end', () => {
    for (const prefix of [4, 22]) {
      const [a, b] = makeFamily(new Stream(seed, `family/${prefix}`), 5, prefix) as [`0x${string}`, `0x${string}`]
      expect(countMatches(a, b)).toMatchObject({ p: prefix })
      expect(countMatches(a, b).s).toBeGreaterThanOrEqual(4)
      expect(a).toMatch(/^0x[0-9a-f]{40}$/)
    }
  })
})

describe('Stream', () => {
  test('default: bytes are SHA-256 of seed, label and counter', () => {
    const stream = new Stream(1n, 'wallet/0')
    expect(stream.hex(80)).toMatchInlineSnapshot(
      `"b22dc3ea1d4205f4e25adae375d9422fd415ea69a0b442a4527ed16c9524d844616376155a2133ca"`,
    )
    expect(new Stream(2n, 'wallet/0').hex(8)).not.toBe(new Stream(1n, 'wallet/0').hex(8))
  })

  test('behavior: draws have the distribution they promise', () => {
    const stream = new Stream(seed, 'draws')
    const draws = Array.from({ length: 20_000 }, () => stream.logNormal(12, 80)).sort((a, b) => a - b)
    expect(draws[10_000]).toBeCloseTo(12, -0.5)
    expect((draws[18_000] ?? 0) / 80).toBeCloseTo(1, 0.5)
    const geometric = Array.from({ length: 20_000 }, () => stream.geometric(2.7))
    expect(geometric.reduce((sum, value) => sum + value) / 20_000).toBeCloseTo(2.7, 1)
    expect(Math.min(...geometric)).toBe(1)
  })
})

describe('options', () => {
  test('default: the published seed in full; seeds in decimal and hexadecimal', () => {
    expect(readCorpusOptions({})).toMatchObject({ wallets: 2_000, sizes: { 'P1-E': 5_000, N10: 100_000 } })
    expect(readCorpusOptions({ seed: '0xff' }).seed).toBe(readCorpusOptions({ seed: '255' }).seed)
    expect(readCorpusOptions({ classes: 'N4,P1-B', scale: '0.1' }).sizes).toEqual({ 'P1-B': 500, N4: 200 })
  })

  test('error: invalid options', () => {
    expect(() => parseSeed('0x1ffffffffffffffff')).toThrow('is not a seed')
    expect(() => parseSeed('18446744073709551616')).toThrow('more than 64 bits')
    expect(() => readCorpusOptions({ wallets: '0' })).toThrow('--wallets')
    expect(() => readCorpusOptions({ scale: '-1' })).toThrow('--scale')
    expect(() => readCorpusOptions({ classes: 'N99' })).toThrow('N99 is none of')
  })
})
