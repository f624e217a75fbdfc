import { describe, expect, test } from 'vitest'
import { NOON } from '../../../test/admission.js'
import { ORIGINAL, payment } from '../../../test/opinionStage.js'
import type { Facts } from './Facts.js'
import { FACT_NAMES, type FactName, FINDING_CODES, FINDINGS, type FindingRule, isConfirmed } from './findings.js'
import { INSTRUCTIONS } from './instructions.js'
import { screenFacts } from './screenFacts.js'

const plain = screenFacts(payment({ dossier: { transactionCount: 50, firstSeenAt: new Date(NOON - 1e10) } }), NOON)

/** Facts that confirm each finding, by the fact that supports it. */
const cases: Record<string, Partial<Facts>> = {
  'imitates_known_payee lookalikeAddress': { lookalikeAddress: true },
  'resembles_payee nearMissCount': { nearMissCount: 2 },
  'resembles_payee nearMisses': { nearMisses: [{ counterparty: ORIGINAL, sharedPrefix: 2, sharedSuffix: 2 }] },
  'zero_value_bait zeroValueBait': { zeroValueBait: true },
  'zero_value_bait zeroValueBaitCount': { zeroValueBaitCount: 1 },
  'counterfeit_token_bait counterfeitTokenBait': { counterfeitTokenBait: true },
  'dust_bait dustBait': { dustBait: true },
  'never_used newAddress': { newAddress: true },
  'never_used everSeen': { everSeen: false },
  'never_used transactionCount': { transactionCount: 0 },
  'recently_first_used freshAddress': { freshAddress: true },
  'recently_first_used firstSeenAt': { ageDays: 30 },
  'recently_first_used ageDays': { ageDays: 30 },
  'little_used transactionCount': { transactionCount: 5 },
  'holds_no_usdc usdcBalance': { usdcBalance: 0 },
  'is_contract isContract': { isContract: true },
  'is_delegated isDelegated': { isDelegated: true },
  'facts_missing ruleComplete': { ruleComplete: false },
  'facts_missing missing': { missing: ['history'] },
  'known_payee knownCounterparty': { knownCounterparty: true },
  'protected_transfer_settled verifiedRecipient': { verifiedRecipient: true },
  'long_used firstSeenAt': { ageDays: 180 },
  'long_used ageDays': { ageDays: 180 },
  'much_used transactionCount': { transactionCount: 100 },
}

const pairs = FINDING_CODES.flatMap((code) => FACT_NAMES.map((fact) => ({ code, fact })))

describe('isConfirmed', () => {
  test.each(pairs)('$code by $fact', ({ code, fact }) => {
    const made = cases[`${code} ${fact}`]
    const supports = Object.keys((FINDINGS[code] as FindingRule).facts)
    expect(made !== undefined).toBe(supports.includes(fact))
    expect(isConfirmed({ code, fact }, plain)).toBe(false)
    const facts = { ...plain, ...made }
    expect(isConfirmed({ code, fact }, facts)).toBe(made !== undefined)
    expect(isConfirmed({ code, fact }, { ...facts, [fact]: null } as never)).toBe(false)
    const { [fact as FactName]: _, ...without } = facts
    expect(isConfirmed({ code, fact }, without as Facts)).toBe(false)
  })

  test('behavior: a rule that did not fire while a source was missing confirms nothing', () => {
    const facts = screenFacts(payment({ report: { complete: false }, dossier: null }), NOON)
    const confirmed = pairs.filter((pair) => isConfirmed(pair, facts))
    expect(confirmed).toEqual([
      { code: 'facts_missing', fact: 'ruleComplete' },
      { code: 'facts_missing', fact: 'missing' },
    ])
  })
})

test('the text of every finding', () => {
  const facts = Object.assign({}, plain, ...Object.values(cases), { ageDays: 12, lookalikeOf: ORIGINAL }) as Facts
  expect(FINDING_CODES.map((code) => (FINDINGS[code] as FindingRule).say(facts))).toMatchInlineSnapshot(`
    [
      "The address looks like 0x5290AaaaAaAaaAaAAaaAaaaAaaAaaAaAAaAA9ee7, which you know, and is another one.",
      "It resembles 2 of the addresses you have paid; that can be chance.",
      "Transfers of zero USDC put this address into your history.",
      "A transfer of an unknown token put this address into your history.",
      "This address has sent you next to nothing, as address poisoners do to appear in a history.",
      "This address has no known activity on this chain.",
      "This address was first used less than a day ago.",
      "Only 100 transactions of this address are known.",
      "It holds no USDC.",
      "It is a contract: its code decides what happens to the money.",
      "It is an account that has delegated its actions to a contract.",
      "Some facts about this payment could not be read.",
      "You have paid, saved or own exactly this address.",
      "A protected transfer from you has settled there.",
      "This address was first used 12 days ago.",
      "At least 100 transactions of this address are known.",
    ]
  `)
})

test('the instructions name every finding with its facts', () => {
  for (const code of FINDING_CODES)
    expect(INSTRUCTIONS).toContain(`- ${code}: ${Object.keys(FINDINGS[code].facts).join(', ')}\n`)
})
