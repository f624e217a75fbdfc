import { crowd, dust, forges, level, now, pays, report, sender, stranger } from '@holdfast/testkit/riskScene'
import { type Address, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { evaluateRisk } from '../evaluateRisk.js'
import { prepareHistory } from '../history/prepareHistory.js'
import type { HistoryRecord } from '../history/SenderHistory.js'
import type { RiskInput } from './RiskInput.js'

const meant = '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'
/** Shares exactly so many characters with {@link meant} at each end. */
const alike = (prefix: number, suffix: number) =>
  `${meant.slice(0, 2 + prefix)}${'7'.repeat(40 - prefix - suffix)}${meant.slice(42 - suffix)}` as Address
const activity = { transactionCount: 3, firstSeenAt: new Date('2024-05-03') }

/** Judges with a history that was prepared before anything was saved. */
const levelOf = (target: Address, records: HistoryRecord[], given: Partial<RiskInput> = {}, complete = true) =>
  evaluateRisk({ sender, target, activity, ...given, history: prepareHistory({ sender, records, complete }) }, now)
    .level

describe('what counts as known', () => {
  // As many references beside which 3 + 4 characters still block; the sender is one of them.
  const [most, copy] = [1_903, alike(3, 4)]
  const among = (references: number) => [pays(1, meant), ...crowd(references - 2)]

  test('an address that is saved after the history was prepared resembles others, and not itself', () => {
    expect(levelOf(stranger, [pays(1, meant)], { contacts: [stranger] })).toBe('safe')
    expect(levelOf(copy, [pays(1, meant)], { contacts: [copy] })).toBe('block')
    expect(levelOf(copy, [], { contacts: [copy] })).toBe('safe')
  })

  test('to save an impostor does not make its resemblance look more like chance', () => {
    const references = { prepared: among(most), saved: { contacts: [copy] } }
    expect(level(copy, references.prepared)).toBe('block')
    expect(level(copy, references.prepared, references.saved)).toBe('block')
    expect(levelOf(copy, references.prepared, references.saved)).toBe('block')
    // The same history with one reference more explains it.
    expect(level(copy, among(most + 1), references.saved)).toBe('warning')
  })

  test('a contact that the history was not prepared with is one reference more', () => {
    expect(levelOf(copy, among(most))).toBe('block')
    expect(levelOf(copy, among(most), { contacts: [stranger] })).toBe('warning')
    expect(levelOf(copy, among(most - 1), { contacts: [stranger] })).toBe('block')
    expect(levelOf(copy, among(most - 1), { contacts: [stranger], own: [alike(0, 0)] })).toBe('warning')
  })

  test('of half a history it is unknown how many more there are: nothing added explains a resemblance', () => {
    const lookalike = evaluateRisk(
      {
        sender,
        target: copy,
        activity,
        contacts: [stranger],
        history: prepareHistory({ sender, records: among(most), complete: false }),
      },
      now,
    ).reasons.find(({ code }) => code === 'LOOKALIKE_ADDRESS')
    expect(lookalike?.severity).toBe('block')
  })

  test('ends that are too short are so for a contact that was saved later, too', () => {
    for (const saved of [{ contacts: [meant] }, { own: [meant] }] as const)
      expect([level(alike(1, 5), [], saved), levelOf(alike(1, 5), [], saved)]).toEqual(['safe', 'safe'])
    expect([level(alike(2, 4), []), levelOf(alike(2, 4), [], { contacts: [meant] })]).toEqual(['safe', 'warning'])
  })

  test('a contact that was paid a cent is known as well as one that was not', () => {
    const cent = pays(1, meant, { value: 10_000n })
    for (const records of [[cent], []]) {
      expect(levelOf(copy, records, { contacts: [meant] })).toBe('block')
      expect(levelOf(meant, records, { contacts: [meant] })).toBe('safe')
      const reason = report(copy, records, { contacts: [meant] }).reasons[0]
      expect(reason).toMatchObject({ severity: 'block', strength: 'strong', lookalikeOf: expect.stringMatching(/91$/) })
    }
  })
})

describe('what advertises an address that is alike at one end', () => {
  const target = alike(4, 0)
  const among = (references: number, ...baits: HistoryRecord[]) =>
    report(target, [pays(1, meant), ...crowd(references - 2), ...baits]).reasons.map(({ code }) => code)

  test('dust, beside a thousand references at most', () => {
    expect(among(1_000, dust(9, target))).toContain('LOOKALIKE_ADDRESS')
    expect(among(1_001, dust(9, target))).toEqual([])
    expect(among(1_001, forges(9, target))).toContain('LOOKALIKE_ADDRESS')
  })

  test('nothing that the sender has signed', () => {
    expect(among(10, forges(9, target, { signer: sender }))).toEqual([])
    expect(among(10, forges(9, target, { signer: sender }), dust(10, target))).toContain('LOOKALIKE_ADDRESS')
  })
})

test('money paid after a bait does not clear an address that is taken for a contact', () => {
  const target = '0xd0b17777777777777777777777777777777a3a61'
  const taken = { contacts: [`0xd861${'2'.repeat(32)}3ab1`] as Address[] }
  const paid = pays(9, target)
  expect([level(target, [], taken), level(target, [paid], taken)]).toEqual(['warning', 'safe'])
  expect(level(target, [forges(2, target), paid], taken)).toBe('block')
  expect(level(target, [dust(2, target), paid], taken)).toBe('safe')
})

test('dust says that chance has no part in a run of equal characters', () => {
  const run = '0x000000b1e1ae382dbdc898ea68012ffcb2853a91'
  const copy = ('0x000777777777777777777777777777777777' + '3a91') as Address
  const paid = [pays(1, run), ...crowd(50)]
  expect(level(copy, paid)).toBe('warning')
  expect(level(copy, [...paid, dust(9_999_999, copy)])).toBe('block')
})

describe('members of a family of one maker', () => {
  const code = keccak256('0x01')
  const of = (...made: Address[]) => ({ codeHashes: new Map(made.map((one) => [one, code])) })
  const first = `0xd9a1${'1'.repeat(32)}d501` as Address
  const second = `0xd9a1${'2'.repeat(32)}d501` as Address
  const target = `0xd9a1${'3'.repeat(32)}d501` as Address

  test('two of them make a resemblance a warning', () => {
    expect(level(target, [pays(1, first), pays(2, second)], of(target, first, second))).toBe('warning')
  })

  test.each([
    ['was paid a cent', second, [pays(2, second, { value: 10_000n })], of(target, first, second)],
    ['was advertised', second, [forges(2, second), pays(3, second)], of(target, first, second)],
    [
      'shares six characters only',
      `0xd9${'2'.repeat(34)}d501`,
      [pays(2, `0xd9${'2'.repeat(34)}d501`)],
      of(target, first, `0xd9${'2'.repeat(34)}d501`),
    ],
    [
      'has no code, and shares more than can be ground',
      `0xd9a${'2'.repeat(19)}${'3'.repeat(14)}d501`,
      [pays(2, `0xd9a${'2'.repeat(19)}${'3'.repeat(14)}d501`)],
      of(target, first),
    ],
  ] as const)('one that %s is not a member', (_, __, records, codes) => {
    expect(level(target, [pays(1, first), ...records], codes)).toBe('block')
  })

  test('a name of six characters makes a family of two, one of five does not', () => {
    const named = (prefix: number) =>
      [`${target.slice(0, 2 + prefix)}${'1'.repeat(36 - prefix)}d501`, target] as [Address, Address]
    const alone = (prefix: number) => {
      const [member, other] = named(prefix)
      return level(other, [pays(1, member)], of(member, other))
    }
    expect([alone(5), alone(6)]).toEqual(['block', 'warning'])
  })
})
