import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import type { Address, Hash } from 'viem'
import { expect, test } from 'vitest'
import { evaluateRisk } from '../risk/evaluateRisk.js'
import type { HistoryRecord } from '../risk/history/SenderHistory.js'
import { withoutForgeable } from './internal/unforgeable.js'
import { isRecallable } from './isRecallable.js'

const now = new Date('2026-11-20T12:00:00Z')
const sender = '0x52908400098527886e0f7030069857d2e4169ee7'
const planter = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const activity = { transactionCount: 3, firstSeenAt: new Date('2024-05-03') }
/** Few heads and tails, so that addresses are often alike. */
const address = fc
  .tuple(
    fc.constantFrom('a1b2c3d', 'a1b2c4e', 'a1b7d5f'),
    fc.constantFrom('1', '2'),
    fc.constantFrom('7d4e5f6', '8d4e5f6'),
  )
  .map(([head, middle, tail]) => `0x${head}${middle.repeat(26)}${tail}` as Address)

const place = { at: fc.nat(40), party: address, isOut: fc.boolean() }
const amount = fc.constantFrom(0n, 1n, 10_000n, 50_000_000n)
/** What the sender has paid, and what each party has signed about itself. */
const genuine = fc.oneof(
  fc.record({ ...place, isOut: fc.constant(true), rest: amount.map((value) => ({ value, signer: sender })) }),
  fc.record({
    ...place,
    rest: fc.record({ value: amount, canonical: fc.boolean() }),
  }),
)
/** All that a third party can write: nothing in any name, its own tokens, and what no source can attribute. */
const forged = fc.oneof(
  fc.record({ ...place, rest: fc.constant({ value: 0n, signer: planter }) }),
  fc.record({ ...place, rest: amount.map((value) => ({ value, signer: planter, canonical: false })) }),
  fc.record({ ...place, rest: amount.map((value) => ({ value, signer: null, canonical: false })) }),
  fc.record({ ...place, isOut: fc.constant(false), rest: amount.map((value) => ({ value, signer: planter })) }),
)

let serial = 0
const recordOf = ({ at, party, isOut, rest }: { at: number; party: Address; isOut: boolean; rest: object }) =>
  ({
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
  }) satisfies HistoryRecord
const records = (one: fc.Arbitrary<Parameters<typeof recordOf>[0]>) => fc.array(one.map(recordOf), { maxLength: 6 })

function judge(
  target: Address,
  list: readonly HistoryRecord[],
  contacts: readonly Address[],
  complete = true,
): boolean {
  const report = (used: readonly HistoryRecord[]) =>
    evaluateRisk({ sender, target, activity, contacts, history: { sender, records: used, complete } }, now)
  return isRecallable(report(list), report(withoutForgeable(list, sender, target)))
}

test('property: no third party makes a cancel by what it writes alone', () => {
  fc.assert(
    fc.property(
      address,
      records(genuine),
      records(forged),
      fc.array(address, { maxLength: 2 }),
      (target, own, theirs, contacts) => {
        const report = (list: readonly HistoryRecord[]) =>
          evaluateRisk({ sender, target, activity, contacts, history: { sender, records: list, complete: true } }, now)
        const proven = withoutForgeable(own, sender, target)
        // What decides does not see what was forged.
        expect(withoutForgeable([...own, ...theirs], sender, target)).toEqual(proven)
        if (report(proven).level !== 'block') expect(judge(target, [...own, ...theirs], contacts)).toBe(false)
      },
    ),
    runs(2_000),
  )
})

test('property: forged records and missing data recall nothing', () => {
  fc.assert(
    fc.property(address, records(genuine), records(forged), (target, own, theirs) => {
      expect(judge(target, theirs, [])).toBe(false)
      expect(judge(target, [...own, ...theirs], [], false)).toBe(false)
    }),
    runs(500),
  )
})

test('an imitation of a strong reference is recalled, and one of a soft reference is not', () => {
  const [genuineOne, imitation] = [`0xa1b2c3d${'1'.repeat(26)}7d4e5f6`, `0xa1b2c3d${'2'.repeat(26)}7d4e5f6`] as const
  const paid = recordOf({ at: 1, party: genuineOne, isOut: true, rest: { value: 50_000_000n } })
  const income = recordOf({ at: 1, party: genuineOne, isOut: false, rest: { value: 50_000_000n } })
  expect(judge(imitation, [paid], [])).toBe(true)
  expect(judge(imitation, [income], [])).toBe(false)
  expect(judge(imitation, [], [genuineOne])).toBe(true)
  expect(judge(genuineOne, [paid], [])).toBe(false)
})

test('a source that says of no record who signed it recalls nothing', () => {
  const target = `0xa1b2c3d${'2'.repeat(26)}7d4e5f6` as const
  const contacts = [`0xa1b2c3d${'1'.repeat(26)}7d4e5f6`] as const
  const report = evaluateRisk(
    { sender, target, activity, contacts, history: { sender, records: [], complete: true } },
    now,
  )
  expect(report.level).toBe('block')
  expect(isRecallable(report, undefined)).toBe(false)
})
