import type { RiskLevel, RiskRuleCode } from '@holdfast/sdk/risk'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { closeOpinions, ORIGINAL, openOpinion, payment } from '../../test/opinionStage.js'
import { stores } from '../../test/stores.js'
import { FACT_NAMES, FINDING_CODES, FINDINGS, isConfirmed } from './internal/findings.js'
import { screenFacts } from './internal/screenFacts.js'
import { writeAdvisory } from './internal/writeAdvisory.js'

const { open } = stores('sqlite')
afterEach(closeOpinions)

const levels: readonly RiskLevel[] = ['safe', 'warning', 'block']
const rules: readonly RiskRuleCode[] = [
  'LOOKALIKE_ADDRESS',
  'ZERO_VALUE_BAIT',
  'COUNTERFEIT_TOKEN_BAIT',
  'DUST_BAIT',
  'NEW_ADDRESS',
  'FRESH_ADDRESS',
  'VERIFIED_RECIPIENT',
  'KNOWN_COUNTERPARTY',
  'DATA_UNAVAILABLE',
]

const level = fc.constantFrom(...levels)
const finding = fc.record({ code: fc.constantFrom(...FINDING_CODES), fact: fc.constantFrom(...FACT_NAMES) })
const nullable = <value>(of: fc.Arbitrary<value>) => fc.option(of, { nil: null })
const request = fc
  .record({
    report: fc.record({
      level,
      complete: fc.boolean(),
      reasons: fc.array(
        fc.record({
          code: fc.constantFrom(...rules),
          severity: level,
          message: fc.string(),
          lookalikeOf: fc.constantFrom(undefined, ORIGINAL as typeof ORIGINAL),
          matched: fc.option(fc.record({ prefix: fc.nat(40), suffix: fc.nat(40) }), { nil: undefined }),
          count: fc.option(fc.nat(), { nil: undefined }),
        }),
        { maxLength: 5 },
      ),
    }),
    dossier: nullable(
      fc.record({
        isContract: nullable(fc.boolean()),
        isDelegated: nullable(fc.boolean()),
        transactionCount: nullable(fc.nat()),
        firstSeenAt: nullable(fc.date({ noInvalidDate: false })),
        usdcBalance: nullable(fc.bigInt({ min: -1n, max: 1n << 255n })),
        nearMisses: nullable(
          fc.array(
            fc.record({
              counterparty: fc.constant(ORIGINAL as typeof ORIGINAL),
              sharedPrefix: fc.nat(40),
              sharedSuffix: fc.nat(40),
            }),
          ),
        ),
        missing: fc.subarray(['isContract', 'transactionCount', 'firstSeenAt', 'usdcBalance', 'nearMisses'] as const),
      }),
    ),
  })
  .map(payment)

test('property: over HTTP, the level is never below that of the rules', async () => {
  const store = await open()
  const { opinion, model } = await openOpinion(store, {
    settings: { maxCallsPerDay: 100_000, maxCostMicroUsdPerDay: 1e12 },
  })
  const value = fc.oneof(
    fc.record({ level: fc.oneof(level, fc.string()), findings: fc.array(finding, { maxLength: 5 }) }),
    fc.jsonValue(),
  )
  await fc.assert(
    fc.asyncProperty(request, value, async (asked, answered) => {
      model.reply = { kind: 'object', value: answered }
      const { deep, advisory } = await opinion.ask(asked)
      expect(deep).toBe('ran')
      if (advisory === null) return
      expect(levels.indexOf(advisory.level)).toBeGreaterThanOrEqual(levels.indexOf(asked.report.level))
    }),
    runs(100, 1_000),
  )
})

test('property: an advisory contains only our texts, and facts support every point', () => {
  fc.assert(
    fc.property(request, level, fc.array(finding, { maxLength: 4 }), (asked, given, findings) => {
      const facts = screenFacts(asked, Date.UTC(2026, 0, 1))
      const { headline, points } = writeAdvisory({ level: given, findings }, facts)
      const confirmed = findings.filter((one) => isConfirmed(one, facts)).map(({ code }) => FINDINGS[code].say(facts))
      for (const point of points) expect(confirmed).toContain(point)
      expect(points.length).toBe(new Set(points).size)
      for (const text of [headline, ...points]) {
        expect(text).toMatch(/^[A-Z][A-Za-z0-9 ,.:;]{10,200}\.$/)
        expect(text.match(/0x\w+/)?.[0] ?? ORIGINAL).toBe(ORIGINAL)
        expect(text).not.toMatch(/undefined|null|NaN/)
      }
    }),
    runs(700, 7_000),
  )
})

test('property: facts are numbers, flags, our own words, addresses and times, and name what is missing', () => {
  fc.assert(
    fc.property(request, (asked) => {
      const facts = screenFacts(asked, Date.UTC(2026, 0, 1))
      const { missing, ...rest } = facts
      const leaves = JSON.stringify(rest).match(/:(?:"[^"]*"|[^,[\]{}"]+)/g) ?? []
      for (const leaf of leaves)
        expect(leaf).toMatch(
          /^:(?:-?[0-9.e+]+|true|false|null|"(?:safe|warning|block|0x[0-9a-fA-F]{40}|\d{4}-\d\d-\d\dT[\d:.]{12}Z)")$/,
        )
      expect(JSON.parse(JSON.stringify(facts))).toEqual(facts)
      for (const fact of ['isContract', 'isDelegated', 'transactionCount', 'usdcBalance', 'nearMisses'] as const)
        if (facts[fact] === null) expect(missing).toContain(fact)
      if (facts.everSeen === null) expect(missing).toContain('firstSeenAt')
      if (facts.newAddress === null) expect(missing).toContain('ruleSources')
    }),
    runs(700, 7_000),
  )
})
