import { crowd, dust, forges, level, pays, record, report, sender } from '@holdfast/testkit/riskScene'
import { type Address, checksumAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { chanceConfused, confusableEnds, spellingsOf } from './confusables.js'

const digits = [...'0123456789abcdef']
const confusable = ['6b', '8b', 'ce', '08', '17']
const isTaken = (a: string, b: string) => a === b || confusable.includes(a + b) || confusable.includes(b + a)
const genuine = '0xb8c1f90c6d3a5514f2f7d3a2e94d5a3a53f960e7'
/** An address that begins and ends so. */
const copy = (front: string, back: string) =>
  `0x${front}${'4'.repeat(40 - front.length - back.length)}${back}` as Address

test('the pairs are the confusable ones, in both directions', () => {
  for (const a of digits)
    for (const b of digits)
      expect([a, b, confusableEnds(`0x${a.repeat(40)}`, `0x${b.repeat(40)}`).prefix > 0]).toEqual([a, b, isTaken(a, b)])
})

test('a character is worth 3.3 bits, and the closed chance is that of the pairs', () => {
  const same = digits.flatMap((a) => digits.filter((b) => isTaken(a, b))).length / 256
  expect(-Math.log2(same)).toBeCloseTo(3.3, 2)
  const ends = Array.from({ length: 37 }, (_, p) => Array.from({ length: 37 }, (_, s) => [p, s] as const)).flat()
  for (const characters of [7, 8, 9, 12]) {
    const sum = ends
      .filter(([p, s]) => p >= 3 && s >= 4 && p + s >= characters)
      .reduce((total, [p, s]) => total + same ** (p + s) * (1 - same) ** 2, 0)
    expect(chanceConfused(characters) / sum).toBeCloseTo(1, 6)
  }
})

test('the spellings are all ways to write the two first and the four last characters, and bounded', () => {
  const address = `0xb2${'0'.repeat(34)}19ae`
  const spelled = [...spellingsOf(address)].map((one) => [one.slice(2, 4), one.slice(-4)].join('+'))
  const fronts = ['b2', '62', '82']
  const backs = ['19ae', '79ae', '19ac', '79ac']
  expect(spelled.sort()).toEqual(fronts.flatMap((front) => backs.map((back) => `${front}+${back}`)).sort())
  expect([...spellingsOf(`0x${'b'.repeat(40)}`)]).toHaveLength(3 ** 6)
})

describe('an address whose ends are easily taken for those of a payee', () => {
  /** Each of its characters but one differs. */
  const eight = copy('68c7', '68c1')

  test('warns where nothing advertises it, and says whom it resembles', () => {
    const [reason] = report(eight, [pays(1, genuine), ...crowd(100)]).reasons
    expect(reason).toMatchObject({
      code: 'LOOKALIKE_ADDRESS',
      severity: 'warning',
      lookalikeOf: checksumAddress(genuine),
      matched: { prefix: 4, suffix: 4 },
      message: 'Shows first and last characters that are easily taken for those of an address you know.',
    })
    // A co-signer vetoes on warnings about strong references, and this is too weak for that.
    expect(reason?.strength).toBeUndefined()
  })

  test('is blocked with a forged or signed bait, and not with dust, which honest payees send', () => {
    expect(level(eight, [pays(1, genuine), forges(2, eight)])).toBe('block')
    expect(level(eight, [pays(1, genuine), record(2, eight, sender, { value: 0n })])).toBe('block')
    expect(level(eight, [pays(1, genuine), dust(2, eight)])).toBe('warning')
  })

  test('is so up to the number of payees at which chance explains it', () => {
    const seven = copy('68c', '68c1')
    const among = (target: Address, payees: number) => level(target, [pays(1, genuine), ...crowd(payees - 2)])
    expect([among(seven, 897), among(seven, 898)]).toEqual(['warning', 'safe'])
    expect([among(eight, 4_653), among(eight, 4_654)]).toEqual(['warning', 'safe'])
    expect(among(copy('68c7f', '68c1'), 5_000)).toBe('warning')
  })

  test('shows three characters in front and four behind at least', () => {
    expect([level(copy('68c7f', '8c1'), [pays(1, genuine)]), level(copy('68', '968c1'), [pays(1, genuine)])]).toEqual([
      'safe',
      'safe',
    ])
  })

  test('is blocked with a bait also where fewer characters agree in full', () => {
    const six = copy('b8c', '60e1')
    expect(level(six, [pays(1, genuine), ...crowd(300)])).toBe('warning')
    expect(level(six, [pays(1, genuine), ...crowd(300), forges(9_999_999, six)])).toBe('block')
  })

  test('is not doubted once it is known well, unless it was advertised before', () => {
    expect(level(eight, [pays(1, genuine), pays(2, eight)])).toBe('safe')
    expect(level(eight, [pays(1, genuine), forges(2, eight), pays(3, eight)])).toBe('block')
    expect(level(eight, [pays(1, genuine)], { contacts: [eight] })).toBe('safe')
  })

  test('resembles no weak or soft reference', () => {
    expect(level(eight, [pays(1, genuine, { value: 10_000n })])).toBe('safe')
    expect(level(eight, [record(1, genuine, sender)])).toBe('safe')
  })

  test('does not block more shared characters than an attacker can find', () => {
    const many = copy(`${genuine.slice(2, 21)}`, '60e1')
    expect(level(many, [pays(1, genuine), forges(2, many)])).toBe('warning')
  })

  test('contacts and own addresses are meant, too', () => {
    expect(level(eight, [], { contacts: [genuine] })).toBe('warning')
    expect(level(eight, [], { own: [genuine] })).toBe('warning')
  })
})
