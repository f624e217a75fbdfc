import { dust, forges, genuine, impostor, level, pays, record, report, sender } from '@holdfast/testkit/riskScene'
import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import type { HistoryRecord } from '../history/SenderHistory.js'

const usdc = (amount: number) => ({ value: BigInt(Math.round(amount * 1e6)) })
const lookalike = (target: Address, records: HistoryRecord[], given: Parameters<typeof report>[2] = {}) => {
  const reason = report(target, records, given).reasons.find(({ code }) => code === 'LOOKALIKE_ADDRESS')
  return reason && [reason.severity, reason.strength, reason.undecided === true ? 'undecided' : 'decided']
}
const blocked = ['block', 'strong', 'decided']

describe('references of little weight', () => {
  const big = 101_000_000n
  const income = (from: Address, value: bigint) => record(2, from, sender, { value })
  const strengthOf = (records: HistoryRecord[]) => lookalike(impostor, records)?.[1]

  test('one that paid the sender a hundredth of what the target did is soft; with less it is not a reference', () => {
    expect(strengthOf([income(genuine, 1_010_000n), income(impostor, big)])).toBe('soft')
    expect(strengthOf([income(genuine, 1_009_999n), income(impostor, big)])).toBeUndefined()
    expect(level(impostor, [income(genuine, 1_009_999n), income(impostor, big)])).toBe('safe')
  })

  test('one that was paid a cent is weak, and soft where it has only paid', () => {
    expect(strengthOf([pays(1, genuine, { value: 10_000n })])).toBe('weak')
    expect(strengthOf([income(genuine, 1_000_000n)])).toBe('soft')
  })
})

test('of two contacts that look alike and were never paid only a person knows the genuine one', () => {
  for (const one of [genuine, impostor] as const) {
    const [reason] = report(one, [], { contacts: [genuine, impostor] }).reasons
    expect(reason).toMatchObject({ severity: 'block', undecided: true })
  }
})

describe('which of two is known as well as the other', () => {
  const twice = [pays(10, genuine), pays(11, genuine)]

  test('beside two payments it takes a hundredth of their sum', () => {
    expect(lookalike(impostor, [pays(1, impostor, usdc(9.999999)), ...twice])).toEqual(blocked)
    expect(lookalike(impostor, [pays(1, impostor, usdc(10)), ...twice])).toEqual(['warning', 'strong', 'undecided'])
  })

  test('an imitation that was paid a dollar is worth a warning about its payee, one of less is not', () => {
    expect(level(genuine, [pays(1, impostor, usdc(1)), ...twice])).toBe('warning')
    expect(level(genuine, [pays(1, impostor, usdc(0.999999)), ...twice])).toBe('safe')
  })

  test('money that was paid after a bait makes no imitation of a contact known, and none of an own account', () => {
    const robbed = [forges(2, impostor), pays(9, impostor)]
    for (const saved of [{ contacts: [genuine] }, { own: [genuine] }] as const) {
      expect(lookalike(impostor, robbed, saved)).toEqual(blocked)
      expect(lookalike(impostor, robbed.slice(1), saved)?.[2]).toBe('undecided')
    }
    expect(level(genuine, robbed, { own: [genuine] })).toBe('safe')
  })
})

describe('what a forged record before the first payment leaves open', () => {
  const dollar = pays(1, impostor, usdc(1))
  const framed = [dollar, forges(2, genuine)]
  const twice = [pays(10, genuine), pays(11, genuine)]
  const open = ['block', 'strong', 'undecided']

  test('a payee that sent dust has not advertised itself', () => {
    expect(lookalike(genuine, [...framed, ...twice])).toEqual(open)
    expect(lookalike(genuine, [...framed, dust(3, genuine), ...twice])).toEqual(open)
  })

  test('a payee that signed one of several baits has', () => {
    const signed = record(3, genuine, sender, { value: 0n })
    expect(lookalike(genuine, [...framed, signed, ...twice])).toEqual(blocked)
  })

  test('an imitation that was advertised and paid less than a hundredth puts no payee in doubt', () => {
    const often = [pays(0, genuine), pays(1, genuine)]
    const advertised = (amount: number) => [
      ...often,
      forges(2, impostor),
      ...[20, 21].map((at) => pays(at, impostor, usdc(amount))),
    ]
    for (const amount of [0.01, 4.999999]) {
      expect(level(genuine, advertised(amount))).toBe('safe')
      expect(lookalike(impostor, advertised(amount))).toEqual(blocked)
    }
    expect(lookalike(genuine, advertised(5))).toEqual(['warning', 'strong', 'undecided'])
  })

  test('a recipient that has claimed takes nothing from a payee that was paid', () => {
    const settled = [
      {
        address: impostor,
        blockNumber: 1n,
        transactionHash: '0x1',
        timestamp: new Date(1_700_000_001_000),
        chainId: 1,
      },
    ] as const
    const records = [forges(2, genuine), pays(10, genuine)]
    expect(lookalike(impostor, records, { settled: [...settled] })).toEqual(['warning', 'strong', 'undecided'])
  })
})
