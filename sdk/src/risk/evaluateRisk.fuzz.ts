import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { evaluateRisk } from './evaluateRisk.js'
import type { RiskInput } from './rules/RiskInput.js'

const now = new Date('2026-11-20T12:00:00Z')
/** Few addresses with few ends, so that they are often equal and often alike. */
const address = fc
  .tuple(fc.constantFrom('aaaa', 'bbbb'), fc.constantFrom('0', '1', '2'), fc.constantFrom('cccc', 'dddd'))
  .map(([head, middle, tail]) => `0x${head}${middle.repeat(32)}${tail}` as Address)
const activity = fc.record({
  transactionCount: fc.nat(3),
  firstSeenAt: fc.option(fc.date({ min: new Date('2026-11-18'), max: now, noInvalidDate: true })),
})
const scan = fc.record({ counterparties: fc.array(address, { maxLength: 4 }), complete: fc.boolean() })
const input: fc.Arbitrary<RiskInput> = fc.record({
  sender: address,
  target: address,
  counterparties: fc.option(scan),
  activity: fc.option(activity),
  zeroValueTransfers: fc.option(fc.nat(2)),
  verifiedRecipient: fc.constantFrom(true, false, null, undefined),
  contacts: fc.array(address, { maxLength: 2 }),
  own: fc.array(address, { maxLength: 2 }),
})
const rank = (one: RiskInput) => ['safe', 'warning', 'block'].indexOf(evaluateRisk(one, now).level)
const check = (property: (one: RiskInput) => void) => fc.assert(fc.property(input, property), runs(700, 7_000))

test('a missing source is never safe, and is always named', () => {
  check((one) => {
    const report = evaluateRisk(one, now)
    const missing = [
      ...(one.counterparties?.complete ? [] : ['counterparties']),
      ...(one.activity ? [] : ['activity']),
      ...(one.zeroValueTransfers === null ? ['zeroValueTransfers'] : []),
      ...(one.verifiedRecipient === null ? ['verifiedRecipient'] : []),
    ]
    expect(report.complete).toBe(missing.length === 0)
    expect(report.reasons.find(({ code }) => code === 'DATA_UNAVAILABLE')?.sources ?? []).toEqual(missing)
    if (missing.length > 0) expect(report.level).not.toBe('safe')
  })
})

test('the level is the worst severity, and reasons come worst first', () => {
  check((one) => {
    const { level, reasons } = evaluateRisk(one, now)
    const ranks = reasons.map(({ severity }) => ['safe', 'warning', 'block'].indexOf(severity))
    expect(rank(one)).toBe(Math.max(0, ...ranks))
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a))
    expect(['safe', 'warning', 'block']).toContain(level)
  })
})

test('losing a source that vouched for no one never improves a verdict', () => {
  check((one) => {
    expect(rank({ ...one, activity: null })).toBeGreaterThanOrEqual(Math.min(rank(one), 1))
    if (one.verifiedRecipient !== true)
      expect(rank({ ...one, verifiedRecipient: null })).toBeGreaterThanOrEqual(rank(one))
    const known = [
      ...(one.contacts ?? []),
      ...(one.own ?? []),
      one.sender,
      ...(one.counterparties?.counterparties ?? []),
    ]
    if (!known.includes(one.target) && one.verifiedRecipient !== true)
      expect(rank({ ...one, counterparties: null })).toBe(2)
  })
})

test('a positive signal never improves the verdict on a lookalike', () => {
  check((one) => {
    const isImitation = (input: RiskInput) =>
      evaluateRisk(input, now).reasons.some(({ code }) => code === 'LOOKALIKE_ADDRESS')
    fc.pre(isImitation(one))
    const payees = [...(one.counterparties?.counterparties ?? []), one.target]
    for (const better of [
      { verifiedRecipient: true },
      { contacts: [...(one.contacts ?? []), one.target] },
      { counterparties: { counterparties: payees, complete: true } },
    ])
      expect(rank({ ...one, ...better })).toBe(2)
  })
})

test('neither letter case nor order changes a verdict', () => {
  const shout = (one: Address) => `0x${one.slice(2).toUpperCase()}` as Address
  check((one) => {
    const turned = {
      ...one,
      sender: shout(one.sender),
      target: shout(one.target),
      contacts: one.contacts?.map(shout).reverse(),
      counterparties: one.counterparties && {
        ...one.counterparties,
        counterparties: one.counterparties.counterparties.map(shout).reverse(),
      },
    }
    const codes = (input: RiskInput) => evaluateRisk(input, now).reasons.map(({ code }) => code)
    expect(codes(turned)).toEqual(codes(one))
    expect(rank(turned)).toBe(rank(one))
  })
})
