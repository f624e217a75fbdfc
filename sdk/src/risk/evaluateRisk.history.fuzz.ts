import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import type { Address, Hash } from 'viem'
import { expect, test } from 'vitest'
import { evaluateRisk } from './evaluateRisk.js'
import { familyCharacters } from './grades/thresholds.js'
import { prepareHistory } from './history/prepareHistory.js'
import type { HistoryRecord } from './history/SenderHistory.js'
import type { RiskInput } from './rules/RiskInput.js'

const now = new Date('2026-11-20T12:00:00Z')
const sender = '0x52908400098527886e0f7030069857d2e4169ee7'
const planter = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const addressOf = (head: string, middle: string, tail: string) =>
  `0x${head}${middle.repeat(40).slice(0, 40 - head.length - tail.length)}${tail}` as Address
/** Few heads and tails, so that they are often equal and often alike, from nothing up to seven at each end. */
const address = fc
  .tuple(
    fc.constantFrom('a1b2c3d', 'a1b2c4e', 'a1b7d5f', '000b1c2'),
    fc.constantFrom('1', '23', '4567'),
    fc.constantFrom('7d4e5f6', '8d4e5f6', '9a4e5f6', 'bc10203'),
  )
  .map(([head, middle, tail]) => addressOf(head, middle, tail))
/** Of the attacker, who signs for them. */
const attackers = address.map((one) => one.replace('0xa1', '0xa2').replace('0x00', '0xa2') as Address)

type Loose = { at: number; party: Address; isOut: boolean; rest: Partial<HistoryRecord> }
const loose = (party: fc.Arbitrary<Address>, rest: fc.Arbitrary<Partial<HistoryRecord>>, isOut = fc.boolean()) =>
  fc.record({ at: fc.nat(40), party, isOut, rest })
const money = fc.record({ value: fc.constantFrom(1n, 10_000n, 50_000_000n), canonical: fc.boolean() })
const anyRecord = loose(
  address,
  fc.record({
    value: fc.constantFrom(0n, 1n, 10_000n, 50_000_000n),
    canonical: fc.boolean(),
    signer: fc.option(fc.oneof(fc.constantFrom<Address>(sender, planter), address), { nil: null }),
    chainId: fc.constantFrom(1, 8453),
    timestamp: fc.option(
      fc.nat(40).map((at) => new Date(1_700_000_000_000 + at * 1_000)),
      { nil: null },
    ),
  }),
)
const payment = loose(address, fc.record({ value: fc.constantFrom(1n, 50_000_000n) }), fc.constant(true))
/** All that a stranger can put into a history. */
const forged = fc.oneof(
  loose(address, fc.constant({ value: 0n, signer: planter })),
  loose(
    address,
    fc.record({ value: money.map(({ value }) => value), signer: fc.constant(planter), canonical: fc.constant(false) }),
  ),
  loose(attackers, fc.record({ value: fc.constantFrom(0n, 1n, 9_000_000n) }), fc.constant(false)),
)

let serial = 0
const recordOf = ({ at, party, isOut, rest }: Loose): HistoryRecord => ({
  chainId: 1,
  token: planter,
  canonical: true,
  from: isOut ? sender : party,
  to: isOut ? party : sender,
  value: 0n,
  decimals: 6,
  signer: isOut ? sender : party,
  blockNumber: BigInt(at),
  logIndex: serial++ % 7,
  timestamp: new Date(1_700_000_000_000 + at * 1_000),
  transactionHash: `0x${(serial++).toString(16).padStart(64, '0')}` as Hash,
  ...rest,
})
const records = (one: fc.Arbitrary<Loose>, maxLength = 8) => fc.array(one.map(recordOf), { maxLength })

const facts = fc.record({
  target: address,
  activity: fc.option(fc.constant({ transactionCount: 3, firstSeenAt: new Date('2024-05-03') })),
  contacts: fc.array(address, { maxLength: 2 }),
  own: fc.array(address, { maxLength: 1 }),
  verifiedRecipient: fc.constantFrom(true, false, undefined),
  codeHashes: fc.constantFrom(new Map<Address, Hash | null>(), undefined),
  zeroValueTransfers: fc.constantFrom(0, 2, undefined),
})
const whole = { complete: true } as const
const given = (
  one: Omit<RiskInput, 'sender' | 'history'>,
  list: readonly HistoryRecord[],
  complete = true,
): RiskInput => ({
  ...one,
  sender,
  history: { sender, records: list, complete },
})
const levels = ['safe', 'warning', 'block']
const rank = (input: RiskInput) => levels.indexOf(evaluateRisk(input, now).level)
const cases = runs(700, 4_000)
const clean = { activity: { transactionCount: 3, firstSeenAt: new Date('2024-05-03') } }

test('neither letter case nor the order of records changes anything, prepared or not', () => {
  const shout = (one: Address) => `0x${one.slice(2).toUpperCase()}` as Address
  fc.assert(
    fc.property(facts, records(anyRecord), fc.boolean(), (one, list, complete) => {
      const expected = evaluateRisk(given(one, list, complete), now)
      const turned = list.map((record) => ({
        ...record,
        from: shout(record.from),
        to: shout(record.to),
        signer: record.signer && shout(record.signer),
      }))
      const other = { ...one, target: shout(one.target), contacts: one.contacts.map(shout), own: one.own.map(shout) }
      expect(evaluateRisk(given(other, turned.reverse(), complete), now)).toEqual(expected)
      const history = prepareHistory({ sender, records: list, complete }, { contacts: one.contacts, own: one.own })
      expect(evaluateRisk({ ...one, sender, history }, now)).toEqual(expected)
    }),
    cases,
  )
})

test('the level is the worst severity, reasons come worst first, and each code once', () => {
  fc.assert(
    fc.property(facts, records(anyRecord), fc.boolean(), (one, list, complete) => {
      const { level, reasons } = evaluateRisk(given(one, list, complete), now)
      const ranks = reasons.map(({ severity }) => levels.indexOf(severity))
      expect(levels.indexOf(level)).toBe(Math.max(0, ...ranks))
      expect(ranks).toEqual([...ranks].sort((a, b) => b - a))
      expect(new Set(reasons.map(({ code }) => code)).size).toBe(reasons.length)
    }),
    cases,
  )
})

test('a good sign never lowers a block', () => {
  fc.assert(
    fc.property(facts, records(anyRecord), (some, list) => {
      // A mere count of baits blocks only a target that the sender does not know.
      const one = { ...some, zeroValueTransfers: undefined }
      if (rank(given(one, list)) < 2) return
      expect(rank(given({ ...one, verifiedRecipient: true }, list))).toBe(2)
      expect(rank(given({ ...one, contacts: [...one.contacts, one.target] }, list))).toBe(2)
      expect(rank(given({ ...one, activity: clean.activity }, list))).toBe(2)
    }),
    cases,
  )
})

test('a missing source never improves a verdict, and is never safe', () => {
  fc.assert(
    fc.property(facts, records(anyRecord), (one, list) => {
      const before = rank(given(one, list))
      const known = [...one.contacts, ...one.own].includes(one.target) || one.verifiedRecipient === true
      const lost: RiskInput[] = [
        given(one, list, false),
        given({ ...one, counterparties: null }, list),
        given({ ...one, activity: null }, list),
        given({ ...one, codeHashes: undefined }, list),
        ...(one.verifiedRecipient === true ? [] : [given({ ...one, verifiedRecipient: null }, list)]),
        ...(known ? [] : [{ ...one, sender, history: null } as const]),
      ]
      for (const [i, input] of lost.entries()) {
        expect(rank(input), `${i}`).toBeGreaterThanOrEqual(before)
        if (i !== 3) expect(rank(input), `${i}`).toBeGreaterThan(0)
      }
    }),
    cases,
  )
})

test('an attacker cannot touch a payee after the first payment of a dollar to it', () => {
  fc.assert(
    fc.property(records(payment), records(forged), address, (real, fakes, target) => {
      const paidAt = new Map<Address, bigint>()
      // A cent does not make a payee known: baits count until then.
      for (const { to, blockNumber } of real.filter(({ value }) => value >= 1_000_000n)) {
        const known = paidAt.get(to)
        if (known === undefined || blockNumber < known) paidAt.set(to, blockNumber)
      }
      if (!paidAt.has(target)) return
      // Who begins alike may be a family, which leaves out an address that was advertised before its first payment.
      const mayBeFamily = (party: Address) => party.startsWith(target.slice(0, 2 + familyCharacters))
      const late = fakes.filter(({ blockNumber, from, to }) =>
        [from, to].every((party) => !mayBeFamily(party) || blockNumber > (paidAt.get(party) ?? -1n)),
      )
      const before = evaluateRisk(given({ ...clean, target }, real), now)
      const after = evaluateRisk(given({ ...clean, target }, [...real, ...late]), now)
      if (before.level !== 'block' && !before.reasons.some(({ code }) => code === 'LOOKALIKE_ADDRESS'))
        expect(after.level).not.toBe('block')
    }),
    cases,
  )
})

test('an attacker cannot block a target that resembles no payee, nor an unresembled payee that was paid before', () => {
  fc.assert(
    fc.property(records(payment), records(forged), address, (real, fakes, target) => {
      const prepared = prepareHistory({ sender, records: real, ...whole })
      const knownAt = (one: Address) => prepared.find(one)?.knownSince[0]?.blockNumber ?? 1_000n
      const others = prepared.findSimilar(target)
      const isFirst = others.every((other) => knownAt(target) < knownAt(other.address))
      if (others.length > 0 && !(isFirst && Number(prepared.find(target)?.paid) >= 50_000_000)) return
      expect(rank(given({ ...clean, target }, [...real, ...fakes]))).toBeLessThan(2)
    }),
    cases,
  )
})

test('an attacker cannot make a lookalike look better', () => {
  fc.assert(
    fc.property(facts, records(payment), records(forged), (some, real, fakes) => {
      // Which of two well-paid addresses is genuine is for a person to decide: a bait from before a payment is evidence.
      if (real.some(({ to, value }) => to === some.target && value > 1n)) return
      // No account of the sender's is the attacker's: it is the payee like it that a bait from before its payment convicts.
      if (some.own.includes(some.target)) return
      // A count taken elsewhere must agree with the records, so it would change with them.
      const one = { ...some, zeroValueTransfers: undefined }
      expect(rank(given(one, [...real, ...fakes]))).toBeGreaterThanOrEqual(rank(given(one, real)))
    }),
    cases,
  )
})
