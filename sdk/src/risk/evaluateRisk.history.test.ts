import {
  counterfeit,
  crowd,
  dust,
  fake,
  forges,
  genuine,
  impostor,
  level,
  now,
  pays,
  planter,
  record,
  report,
  sender,
  stranger,
} from '@holdfast/testkit/riskScene'
import type { Address, Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import { evaluateRisk } from './evaluateRisk.js'
import { prepareHistory } from './history/prepareHistory.js'
import type { HistoryRecord } from './history/SenderHistory.js'

const judge = (...given: Parameters<typeof report>) => {
  const { level, reasons } = report(...given)
  return [level, ...reasons.map(({ code, severity }) => `${code} ${severity}`)]
}

describe('evaluateRisk with a history', () => {
  test('default: a stranger whom nothing advertises', () => {
    expect(judge(stranger, [pays(1, genuine)])).toEqual(['safe'])
    expect(report(stranger, []).complete).toBe(true)
  })

  test('evidence: who is meant, what agrees, and the transactions', () => {
    const records = [pays(1, genuine), forges(7, impostor), forges(5, impostor), dust(6, impostor)]
    expect(report(impostor, records).reasons).toMatchInlineSnapshot(`
      [
        {
          "code": "LOOKALIKE_ADDRESS",
          "lookalikeOf": "0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91",
          "matched": {
            "prefix": 4,
            "suffix": 6,
          },
          "message": "Shows the same first and last characters as an address you know, but is another one.",
          "severity": "block",
          "strength": "strong",
        },
        {
          "code": "ZERO_VALUE_BAIT",
          "count": 2,
          "message": "Transfers of nothing advertise this address in your history.",
          "severity": "block",
          "transactionHashes": [
            "0x0000000000000000000000000000000000000000000000000000000000000005",
            "0x0000000000000000000000000000000000000000000000000000000000000007",
          ],
        },
        {
          "code": "DUST_BAIT",
          "count": 1,
          "message": "Transfers of next to nothing advertise this address in your history.",
          "severity": "block",
          "transactionHashes": [
            "0x0000000000000000000000000000000000000000000000000000000000000006",
          ],
        },
      ]
    `)
  })

  test('behavior: transactions are named oldest first, those of a block by hash, each once', () => {
    const named = (at: number, hash: number, logIndex = 0) =>
      forges(at, stranger, { transactionHash: `0x${hash.toString(16).padStart(64, '0')}`, logIndex })
    for (const records of [
      [named(9, 1), named(5, 3), named(5, 2), named(5, 2, 1)],
      [named(5, 2, 1), named(5, 2), named(5, 3), named(9, 1)],
    ]) {
      const [reason] = report(stranger, records).reasons
      expect(reason?.transactionHashes?.map(Number)).toEqual([2, 3, 1])
    }
  })

  test('behavior: at most ten transactions stand for all', () => {
    const reason = report(
      stranger,
      Array.from({ length: 30 }, (_, i) => forges(i, stranger)),
    ).reasons[0]
    expect(reason?.count).toBe(30)
    expect(reason?.transactionHashes?.map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test.each([
    [
      'WBTC, May 2024',
      '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91',
      '0xd9a1c3788d81257612e2581a6ea0ada244853a91',
      'eth',
    ],
    [
      'USDT, April 2025',
      '0x2c11a3a5f725a21024dc5467f69eb649b1cd9c0b',
      '0x2c1134a046c659fc9c3dfb663061e3e6c7989c0b',
      'dust',
    ],
    [
      'USDT, August 2023',
      '0xa7B4BAC8f0f9692e56750aEFB5f6cB5516E90570',
      '0xa7Bf48749D2E4aA29e3209879956b9bAa9E90570',
      'zero',
    ],
  ] as const)('real case: %s', (_name, meant, copy, kind) => {
    const baits = {
      eth: [
        counterfeit(16, copy, { value: 50_000n }),
        record(20, copy, sender, { token: null, decimals: 18, value: 0n }),
      ],
      dust: [dust(4, copy, 10_000n)],
      zero: [forges(4, copy)],
    }
    const paid = kind === 'eth' ? pays(1, meant, { token: null, decimals: 18, value: 5n * 10n ** 16n }) : pays(1, meant)
    for (const records of [
      [paid, ...baits[kind]],
      [paid, ...baits[kind], ...crowd(5_000)],
    ]) {
      const found = report(copy, records)
      expect(found.level).toBe('block')
      expect(found.reasons[0]?.lookalikeOf?.toLowerCase()).toBe(meant.toLowerCase())
      expect(level(meant, records)).toBe('safe')
    }
  })

  describe('provenance', () => {
    const isMeant = (...records: HistoryRecord[]) => report(impostor, records).reasons[0]?.lookalikeOf === genuine

    test('what the sender has moved makes a payee, whatever account submitted it', () => {
      expect(isMeant(pays(1, genuine))).toBe(true)
      expect(isMeant(pays(1, genuine, { signer: planter }))).toBe(true)
      expect(isMeant(pays(1, genuine, { signer: null }))).toBe(true)
      expect(isMeant(pays(1, genuine, { token: null, decimals: 18 }))).toBe(true)
      expect(isMeant(pays(1, genuine, { chainId: 8453 }))).toBe(true)
    })

    test('nothing else does', () => {
      expect(isMeant(forges(1, genuine), forges(2, genuine, { signer: sender }))).toBe(false)
      expect(isMeant(counterfeit(1, genuine), counterfeit(2, genuine, { signer: sender }))).toBe(false)
      expect(isMeant(record(1, stranger, genuine))).toBe(false)
    })

    test('settled transfers, contacts, own addresses, boxes and the sender itself are meant too', () => {
      const settled = [{ address: genuine, blockNumber: 1n, transactionHash: '0x1', timestamp: now }] as const
      expect(level(impostor, [], { settled: [...settled] })).toBe('block')
      expect(level(impostor, [], { contacts: [genuine] })).toBe('block')
      expect(level(impostor, [], { own: [genuine] })).toBe('block')
      const activity = { transactionCount: 3, firstSeenAt: new Date('2024-05-03') }
      const boxed = prepareHistory({ sender, records: [], complete: true }, { boxes: [genuine] })
      expect(evaluateRisk({ sender, target: impostor, activity, history: boxed }, now).level).toBe('block')
      const prepared = prepareHistory({ sender: genuine, records: [], complete: true })
      expect(evaluateRisk({ sender: genuine, target: impostor, activity, history: prepared }, now).level).toBe('block')
    })
  })

  describe('order', () => {
    const both = [pays(1, genuine), pays(9, impostor)]

    test('of two payees that look alike the one paid first is a warning, the other a block, until the sender decides', () => {
      expect(judge(genuine, both)).toEqual(['warning', 'LOOKALIKE_ADDRESS warning'])
      expect(judge(impostor, both)).toEqual(['block', 'LOOKALIKE_ADDRESS block'])
      expect(level(impostor, [...both, pays(20, impostor), pays(30, impostor)])).toBe('block')
    })

    test('the clock decides between chains, and without it both are blocked', () => {
      const apart = (timestamp: Date | null) => [
        pays(5_000, genuine, { timestamp: timestamp && new Date(1) }),
        pays(9, impostor, { chainId: 8453, timestamp }),
      ]
      expect(level(genuine, apart(new Date(2)))).toBe('warning')
      expect(level(impostor, apart(new Date(2)))).toBe('block')
      expect([level(genuine, apart(null)), level(impostor, apart(null))]).toEqual(['block', 'block'])
    })

    test('half a history does not tell who was first', () => {
      expect(level(genuine, both, { complete: false })).toBe('block')
      expect(level(impostor, both, { complete: false })).toBe('block')
    })

    test('the one who is meant is named, not another impostor of it', () => {
      const second = '0xd9a1c3000000000000000000000000000bb53a91'
      const records = [pays(1, genuine), forges(5, impostor), pays(9, impostor), forges(12, second)]
      expect(report(second, records).reasons[0]?.lookalikeOf).toBe(genuine)
    })

    test('of two that are as much alike an account that was only saved is named before one that was paid', () => {
      const [low, high] = ['0', '9'].map(
        (digit) => `${genuine.slice(0, 6)}${digit.repeat(30)}${genuine.slice(-6)}`,
      ) as [Address, Address]
      const meant = (contacts: Address[], paid: Address[]) =>
        report(
          impostor,
          paid.map((to, at) => pays(1 + at, to)),
          { contacts },
        ).reasons[0]?.lookalikeOf?.toLowerCase()
      expect([meant([low], [high]), meant([high], [low])]).toEqual([low.toLowerCase(), high.toLowerCase()])
      expect([meant([low, high], []), meant([high, low], [])]).toEqual([low.toLowerCase(), low.toLowerCase()])
      expect([meant([], [low, high]), meant([], [high, low])]).toEqual([low.toLowerCase(), high.toLowerCase()])
    })

    test('saving an impostor, or a settled transfer to it, does not make it good', () => {
      for (const good of [{ contacts: [impostor] as Address[] }, { verifiedRecipient: true }])
        expect(level(impostor, both, good)).toBe('block')
      const cent = [pays(1, impostor, { value: 10_000n }), pays(9, genuine)]
      expect(level(impostor, cent, { contacts: [impostor] })).toBe('block')
    })

    test('an own account is always the earlier one', () => {
      expect([level(impostor, both, { own: [impostor] }), level(genuine, both, { own: [impostor] })]).toEqual([
        'warning',
        'block',
      ])
    })
  })

  describe('baits without similarity', () => {
    test('ZERO_VALUE_BAIT: a warning where the target or an unknown account has signed, also for a contact', () => {
      const warned = ['warning', 'ZERO_VALUE_BAIT warning']
      expect(judge(stranger, [record(1, stranger, sender, { value: 0n })])).toEqual(warned)
      expect(judge(stranger, [forges(1, stranger, { signer: stranger })])).toEqual(warned)
      expect(judge(stranger, [forges(1, stranger, { signer: null })])).toEqual(warned)
      expect(judge(stranger, [record(1, stranger, sender, { value: 0n })], { contacts: [stranger] })[0]).toBe('warning')
    })

    test('ZERO_VALUE_BAIT: a warning where a third party made the sender seem to pay, none where to be paid', () => {
      expect(judge(stranger, [forges(1, stranger)])).toEqual(['warning', 'ZERO_VALUE_BAIT warning'])
      expect(judge(stranger, [record(1, stranger, sender, { value: 0n, signer: planter })])).toEqual(['safe'])
      expect(judge(stranger, [forges(1, stranger)], { contacts: [stranger] })[0]).toBe('safe')
    })

    test('ZERO_VALUE_BAIT: not what the sender signed, nor its own accounts', () => {
      expect(judge(stranger, [forges(1, stranger, { signer: sender }), forges(2, sender)])).toEqual(['safe'])
      expect(judge(stranger, [record(1, stranger, sender, { value: 0n, signer: sender })])).toEqual(['safe'])
      expect(judge(stranger, [record(1, stranger, sender, { value: 0n })], { own: [stranger] })[0]).toBe('safe')
    })

    test('ZERO_VALUE_BAIT: what was counted elsewhere and the history does not hold has no known signer', () => {
      const seen = [record(1, stranger, sender, { value: 0n, signer: planter })]
      expect(judge(stranger, seen, { zeroValueTransfers: 1 })).toEqual(['safe'])
      expect(judge(stranger, seen, { zeroValueTransfers: 2 })).toEqual(['block', 'ZERO_VALUE_BAIT block'])
      expect(level(stranger, [pays(9, stranger)], { zeroValueTransfers: 2 })).toBe('warning')
    })

    test('COUNTERFEIT_TOKEN_BAIT: a warning, because it can be forged about any address', () => {
      expect(judge(stranger, [counterfeit(1, stranger)])).toEqual(['warning', 'COUNTERFEIT_TOKEN_BAIT warning'])
      expect(judge(stranger, [counterfeit(1, stranger, { signer: sender })])).toEqual(['safe'])
      expect(judge(stranger, [record(1, stranger, sender, { token: fake, canonical: false })])).toEqual(['safe'])
      const incoming = record(2, impostor, sender, { token: fake, canonical: false })
      expect(judge(impostor, [pays(1, genuine), incoming])).toContain('COUNTERFEIT_TOKEN_BAIT block')
    })

    test('DUST_BAIT: only where the target resembles a known address', () => {
      expect(judge(stranger, [dust(1, stranger)])).toEqual(['safe'])
      expect(judge(stranger, [record(1, stranger, sender, { value: 10_000n, signer: planter })])).toEqual(['safe'])
      expect(judge(impostor, [pays(1, genuine), dust(2, impostor, 990_000n)])).toContain('DUST_BAIT block')
    })

    test('NFTs, empty calls and what the sender signed count only where the target resembles a known address', () => {
      const paid = [pays(1, genuine), ...crowd(3_000)]
      const copy = `${genuine.slice(0, 5)}${'7'.repeat(33)}${genuine.slice(-4)}`.toLowerCase() as Address
      const baits = (to: Address) => [
        counterfeit(9_999_999, to, { value: 1n, decimals: 0, kind: 'nft' }),
        record(9_999_999, to, sender, { token: null, decimals: 18, value: 0n, kind: 'call' }),
        forges(9_999_999, to, { signer: sender }),
        counterfeit(9_999_999, to, { signer: sender }),
      ]
      expect(level(copy, paid)).toBe('warning')
      for (const bait of baits(copy)) expect(level(copy, [...paid, bait])).toBe('block')
      for (const bait of baits(stranger)) expect(judge(stranger, [...paid, bait])).toEqual(['safe'])
    })

    test('what a relayer moves for the sender is not a bait, nor is a token that the sender uses', () => {
      const relayed = pays(1, genuine, { signer: planter })
      expect(judge(stranger, [relayed, forges(2, stranger), counterfeit(3, stranger)])).toEqual(['safe'])
      expect(judge(stranger, [counterfeit(1, genuine, { signer: sender }), counterfeit(3, stranger)])).toEqual(['safe'])
      expect(level(impostor, [relayed, forges(2, impostor)])).toBe('block')
    })

    test('nothing of it touches a payee who was paid before', () => {
      const forged = [
        forges(2, stranger),
        forges(3, stranger, { signer: null }),
        record(4, stranger, sender, { value: 0n }),
        counterfeit(5, stranger),
        dust(6, stranger, 1n),
      ]
      expect(judge(stranger, [pays(1, stranger), ...forged])).toEqual(['safe', 'KNOWN_COUNTERPARTY safe'])
      expect(level(stranger, [...forged, pays(7, stranger)])).toBe('warning')
      expect(judge(stranger, [forges(2, stranger), pays(7, stranger)])).toEqual(['warning', 'ZERO_VALUE_BAIT warning'])
    })

    test('what third parties forged before the first payment is forgotten after two', () => {
      const paidTwice = [pays(7, stranger), pays(8, stranger)]
      const forged = [forges(2, stranger), forges(3, stranger, { signer: null }), counterfeit(5, stranger)]
      expect(judge(stranger, [...forged, ...paidTwice])).toEqual(['safe', 'KNOWN_COUNTERPARTY safe'])
      const signed = record(4, stranger, sender, { value: 0n })
      expect(judge(stranger, [signed, ...paidTwice])).toEqual(['warning', 'ZERO_VALUE_BAIT warning'])
    })

    test('a contact and a payee stay good in any letter case while others are forged', () => {
      const records = [pays(1, genuine), counterfeit(2, impostor), forges(3, impostor)]
      expect(level(genuine.toLowerCase() as Address, records)).toBe('safe')
      expect(level(stranger, records, { contacts: [stranger.toLowerCase() as Address] })).toBe('safe')
    })
  })

  describe('missing sources', () => {
    const records = [pays(1, genuine)]

    test('an incomplete history is never safe, and blocks whom the sender does not know', () => {
      const incomplete = { complete: false }
      expect(judge(stranger, records, incomplete)).toEqual(['block', 'DATA_UNAVAILABLE block'])
      expect(judge(genuine, records, incomplete)).toEqual([
        'warning',
        'DATA_UNAVAILABLE warning',
        'KNOWN_COUNTERPARTY safe',
      ])
      expect(judge(impostor, records, incomplete)[1]).toBe('LOOKALIKE_ADDRESS block')
    })

    test('no history, or another sender’s, is an incomplete one', () => {
      const activity = { transactionCount: 3, firstSeenAt: new Date('2024-05-03') }
      const foreign = { sender: stranger, records, complete: true } as const
      for (const history of [null, foreign, prepareHistory(foreign)]) {
        const found = evaluateRisk({ sender, target: impostor, activity, history, contacts: [genuine] }, now)
        expect(found.reasons.map(({ code }) => code)).toEqual(['LOOKALIKE_ADDRESS', 'DATA_UNAVAILABLE'])
        expect(found.reasons[1]?.sources).toEqual(['history'])
      }
    })

    test('the published answers still count where the history has gaps', () => {
      const counterparties = { counterparties: [genuine], complete: true } as const
      expect(judge(impostor, [], { complete: false, counterparties })[1]).toBe('LOOKALIKE_ADDRESS block')
      expect(judge(genuine, [], { complete: false, counterparties })[0]).toBe('warning')
    })

    test('a failed source beside a whole history is named, and warns', () => {
      const found = report(stranger, records, { counterparties: null, activity: null, zeroValueTransfers: null })
      expect(found.level).toBe('warning')
      expect(found.reasons[0]?.sources).toEqual(['counterparties', 'activity', 'zeroValueTransfers'])
    })
  })

  test('a prepared history gives the same answers as the records', () => {
    const records = [pays(1, genuine), forges(2, impostor), ...crowd(50)]
    const prepared = prepareHistory({ sender, records, complete: true })
    const activity = { transactionCount: 3, firstSeenAt: new Date('2024-05-03') }
    for (const target of [genuine, impostor, stranger] as const)
      expect(evaluateRisk({ sender, target, activity, history: prepared }, now)).toEqual(report(target, records))
    expect(prepared.size).toBe(52)
    expect(prepared.find(impostor)?.baits).toHaveLength(1)
    expect(prepared.find(genuine)).toMatchObject({ payments: 1, firsts: [{ transactionHash: hashOf(1) }] })
  })
})

const hashOf = (at: number): Hash => `0x${at.toString(16).padStart(64, '0')}`
