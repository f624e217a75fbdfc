import { crowd, forges, genuine, impostor, now, pays, report } from '@holdfast/testkit/riskScene'
import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { evaluateRisk } from '../evaluateRisk.js'
import type { HistoryRecord } from '../history/SenderHistory.js'

const meant = '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'
/** Shares exactly so many characters with {@link meant} at each end; between them is one digit. */
const alike = (prefix: number, suffix: number, digit = '7') =>
  `${meant.slice(0, 2 + prefix)}${digit.repeat(40 - prefix - suffix)}${meant.slice(42 - suffix)}` as Address

describe('which of several is named', () => {
  const named = (target: Address, records: HistoryRecord[], contacts: Address[] = []) => {
    const reason = report(target, records, { contacts }).reasons.find(({ code }) => code === 'LOOKALIKE_ADDRESS')
    return reason && [reason.severity, reason.lookalikeOf?.toLowerCase(), reason.strength, reason.undecided]
  }
  const baited = [forges(9, alike(2, 4))]
  const usdc = (amount: number) => ({ value: BigInt(Math.round(amount * 1e6)) })

  test('of those that are as much alike the same one, in whatever order they were saved', () => {
    // Alike at both ends, at one end only, and by characters that are taken for others.
    const cases = [
      [alike(4, 4), ['1', '2'].map((digit) => `${meant.slice(0, 6)}${digit.repeat(32)}3a91`), []],
      [alike(4, 0), ['1', '2'].map((digit) => `0xd9a1${digit.repeat(36)}`), [forges(9, alike(4, 0))]],
      [
        `0xd0b1${'7'.repeat(32)}3a61`,
        ['2', '3'].map((digit) => `0xd861${digit.repeat(32)}3ab1`),
        [forges(9, `0xd0b1${'7'.repeat(32)}3a61`)],
      ],
    ] as [Address, Address[], HistoryRecord[]][]
    for (const [target, contacts, records] of cases) {
      expect(named(target, records, contacts)?.[1]).toBe(contacts[0])
      expect(named(target, records, contacts.toReversed())?.[1]).toBe(contacts[0])
    }
  })

  test('one whose resemblance blocks, although another is more alike and only warns', () => {
    const tooLong = `${meant.slice(0, 20)}${'2'.repeat(16)}${meant.slice(-6)}` as Address
    const target = `${meant.slice(0, 20)}${'7'.repeat(17)}${meant.slice(-5)}` as Address
    const model = `${meant.slice(0, 6)}${'5'.repeat(32)}${meant.slice(-4)}` as Address
    expect(named(target, [pays(1, tooLong)])).toEqual(['warning', tooLong, 'strong', undefined])
    expect(named(target, [pays(1, tooLong), pays(2, model)])).toEqual(['block', model, 'strong', undefined])
  })

  test('an address that is alike at both ends, rather than one that is so at one end', () => {
    const atOneEnd = `${alike(2, 4).slice(0, 7)}${'5'.repeat(35)}` as Address
    const paid = [pays(1, meant), pays(2, atOneEnd), ...crowd(260), ...baited]
    expect(named(alike(2, 4), paid)).toEqual(['warning', meant, 'strong', undefined])
    expect(named(alike(2, 4), [pays(1, meant, { value: 10_000n }), ...baited])).toEqual([
      'warning',
      meant,
      'weak',
      undefined,
    ])
  })

  test('at one end: without a grade, and nothing to decide', () => {
    expect(named(alike(4, 0), [pays(1, meant), forges(9, alike(4, 0))])).toEqual([
      'warning',
      meant,
      undefined,
      undefined,
    ])
  })

  test('one that nothing advertised, although its imitation is more alike', () => {
    const copied = alike(4, 6, '2')
    const target = `${copied.slice(0, 10)}${'7'.repeat(24)}${copied.slice(-8)}` as Address
    const paid = [pays(1, meant), pays(9, copied)]
    expect(named(target, paid)?.[1]).toBe(copied)
    expect(named(target, [...paid, forges(5, copied)])?.[1]).toBe(meant)
  })

  test('of those that are alike to within two characters the one that was paid first', () => {
    const target = alike(4, 8)
    const [two, three] = [
      `${target.slice(0, 6)}${'2'.repeat(30)}${target.slice(-6)}`,
      `${target.slice(0, 6)}${'2'.repeat(31)}${target.slice(-5)}`,
    ] as [Address, Address]
    expect(named(target, [pays(1, two), pays(2, meant)])?.[1]).toBe(two)
    expect(named(target, [pays(1, three), pays(2, meant)])?.[1]).toBe(meant)
    expect(named(target, [pays(1, meant), pays(2, two)])?.[1]).toBe(meant)
  })

  describe('one for which a co-signer refuses', () => {
    const target = alike(2, 4)
    const known = [pays(10, meant, usdc(1_000)), pays(11, meant, usdc(1_000))]

    test('before one that the target was paid before', () => {
      const later = `${target.slice(0, 6)}${'2'.repeat(30)}${target.slice(-6)}` as Address
      const records = [pays(1, target, usdc(1)), pays(2, later, usdc(1))]
      expect(named(target, records)).toEqual(['warning', later, 'strong', true])
      expect(named(target, [...records, ...known])).toEqual(['warning', meant, 'strong', undefined])
    })

    test('before one that the target is only taken for', () => {
      const read = `0xd917${'2'.repeat(32)}3a97` as Address
      const copy = `0xd971${'7'.repeat(32)}3a91` as Address
      expect(named(copy, [pays(1, read)])?.slice(0, 2)).toEqual(['warning', read])
      expect(named(copy, [pays(1, read), ...known])).toEqual(['warning', meant, 'strong', undefined])
    })

    test('not where both block: the one more alike is named', () => {
      const copy = alike(3, 4)
      const earlier = `${copy.slice(0, 6)}${'2'.repeat(30)}${copy.slice(-6)}` as Address
      const records = [pays(1, earlier, usdc(1)), pays(2, copy, usdc(1)), ...known]
      expect(named(copy, records)).toEqual(['block', earlier, 'strong', true])
    })
  })

  test('one that the target shares its ends with, although it is taken for another one in more characters', () => {
    const copy = `0xd971${'7'.repeat(32)}3a91` as Address
    const [model, read] = [`0xd971${'5'.repeat(32)}3a91`, `0xd917777${'2'.repeat(29)}3a97`] as [Address, Address]
    const bait = forges(9, copy)
    expect(named(copy, [pays(1, read), bait])).toEqual(['block', read, undefined, undefined])
    expect(named(copy, [pays(1, read), pays(2, model), bait])).toEqual(['block', model, 'strong', undefined])
  })

  test('one that is known well and the target is taken for, before one that was paid a cent', () => {
    const read = `0xd917${'2'.repeat(32)}3a97` as Address
    const copy = `0xd971${'7'.repeat(32)}3a91` as Address
    const weak = `${copy.slice(0, 10)}${'5'.repeat(28)}${copy.slice(-4)}` as Address
    const cent = pays(1, weak, usdc(0.01))
    expect(named(copy, [cent])?.slice(0, 2)).toEqual(['warning', weak])
    expect(named(copy, [cent, pays(2, read)])?.slice(0, 2)).toEqual(['warning', read])
  })
})

describe('the sides of an undecided pair', () => {
  const sidesOf = (records: HistoryRecord[], contacts: Address[] = []) =>
    report(impostor, records, { contacts }).reasons[0]?.sides?.map(({ firstPaidAt }) => firstPaidAt)
  const at = (block: number) => new Date(1_700_000_000_000 + block * 1_000)

  test('the first payment on any chain', () => {
    const records = [pays(5, impostor, { chainId: 8453 }), pays(7, impostor), pays(9, genuine, { chainId: 8453 })]
    expect(sidesOf([...records, pays(3, genuine)])).toEqual([at(5), at(3)])
  })

  test('no time where it was never paid, and none where the source does not say', () => {
    expect(sidesOf([pays(5, impostor)], [genuine])).toEqual([at(5), null])
    expect(sidesOf([pays(5, impostor, { timestamp: null }), pays(9, genuine)])).toEqual([null, at(9)])
  })
})

describe('by the published answers', () => {
  const judge = (target: Address, given: Partial<Parameters<typeof evaluateRisk>[0]>) => {
    const answers = { counterparties: { counterparties: [], complete: true }, zeroValueTransfers: 0 }
    const activity = { transactionCount: 3, firstSeenAt: new Date('2024-05-03') }
    const { reasons } = evaluateRisk({ sender: alike(0, 0), target, activity, ...answers, ...given }, now)
    const reason = reasons.find(({ code }) => code === 'LOOKALIKE_ADDRESS')
    return reason && [reason.severity, reason.lookalikeOf?.toLowerCase(), reason.undecided]
  }

  test('an imported contact warns, and leaves nothing to decide', () => {
    expect(judge(alike(4, 6), { importedContacts: [meant] })).toEqual(['warning', meant, undefined])
  })

  test('the one most alike is named', () => {
    for (const list of ['contacts', 'importedContacts'])
      expect(judge(alike(4, 6), { [list]: [alike(4, 4, '1'), alike(4, 5, '8')] })?.[1]).toBe(alike(4, 5, '8'))
  })

  test('of contacts that are as much alike the same one is named, in whatever order they were saved', () => {
    const contacts = [alike(4, 4, '1'), alike(4, 4, '2')]
    for (const list of ['contacts', 'importedContacts'])
      for (const order of [contacts, contacts.toReversed()])
        expect(judge(alike(4, 4), { [list]: order })?.[1]).toBe(contacts[0])
  })
})
