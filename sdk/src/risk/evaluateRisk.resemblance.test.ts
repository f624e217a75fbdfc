import {
  crowd,
  dust,
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
import { type Address, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { familyCharacters } from './grades/thresholds.js'
import type { PairDecision } from './history/PairDecision.js'
import type { HistoryRecord } from './history/SenderHistory.js'

const g = '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'
/** Shares exactly so many characters with `g` at each end. */
const alike = (prefix: number, suffix: number) =>
  `${g.slice(0, 2 + prefix)}${'7'.repeat(40 - prefix - suffix)}${g.slice(42 - suffix)}` as Address
const alone = (prefix: number, suffix: number, payees: number) =>
  level(alike(prefix, suffix), [pays(1, g), ...crowd(payees - 2)])
const baited = (prefix: number, suffix: number, payees: number) =>
  level(alike(prefix, suffix), [pays(1, g), ...crowd(payees - 2), forges(9_999_999, alike(prefix, suffix))])

describe('similarity', () => {
  test('3 + 4 characters block up to 1,903 strong references, and warn beyond', () => {
    expect([alone(3, 4, 64), alone(3, 4, 1_903)]).toEqual(['block', 'block'])
    expect([alone(3, 4, 1_904), alone(3, 4, 20_000)]).toEqual(['warning', 'warning'])
  })

  test('eight block up to 18,294 at the shown ends, and fifty thousand payees need nine', () => {
    expect([alone(4, 4, 18_294), alone(3, 5, 18_294)]).toEqual(['block', 'block'])
    expect([alone(4, 4, 18_295), alone(4, 4, 50_000)]).toEqual(['warning', 'warning'])
    expect([alone(4, 5, 50_000), alone(3, 6, 50_000)]).toEqual(['block', 'block'])
  })

  test('any other ends need one character more', () => {
    expect([alone(0, 7, 354), alone(4, 3, 354), alone(2, 5, 354)]).toEqual(['block', 'block', 'block'])
    expect([alone(0, 7, 355), alone(7, 0, 355), alone(4, 3, 355)]).toEqual(['warning', 'warning', 'warning'])
    expect([alone(0, 8, 1_903), alone(5, 3, 1_903), alone(0, 8, 1_904)]).toEqual(['block', 'block', 'warning'])
  })

  test('six characters warn among up to 2,532 references, five do not', () => {
    expect([alone(2, 4, 10), alone(3, 3, 10), alone(0, 6, 2_532)]).toEqual(['warning', 'warning', 'warning'])
    expect([alone(2, 4, 2_533), alone(0, 6, 2_533)]).toEqual(['safe', 'safe'])
    expect([alone(2, 3, 3), alone(1, 4, 3), alone(5, 0, 3)]).toEqual(['safe', 'safe', 'safe'])
  })

  test('two zeros or a run in front soften nothing beyond the run itself', () => {
    const ordinary = '0xd00ecbe28a216fe70fdcdbed6e94d0d3eb32e53c'
    expect(level('0xd00e57db0f2a4105d78c2e6902f138a4ea06e53c', [pays(1, ordinary)])).toBe('block')
    const vanity = '0x00decbe28a216fe70fdcdbed6e94d0d3eb32e53c'
    expect(level('0x00de57db0f2a4105d78c2e6902f138a4ea06e53c', [pays(1, vanity)])).toBe('block')
    const run = '0xaaab1be28a216fe70fdcdbed6e94d0d3eb32e53c'
    const copy = '0xaaab1b777777777777777777777777777732e53c'
    expect(level(copy, [pays(1, run), ...crowd(1_000)])).toBe('block')
    expect(level(copy, [pays(1, run), pays(9_999_999, copy)])).toBe('block')
  })

  test('forged baits turn a warning into a block; 3 + 4 characters at any number', () => {
    expect([baited(3, 4, 20_000), baited(0, 7, 3_500), baited(2, 4, 250), baited(3, 3, 250)]).toEqual([
      'block',
      'block',
      'block',
      'block',
    ])
    expect([baited(2, 4, 260), baited(0, 7, 3_600)]).toEqual(['warning', 'warning'])
  })

  test('with a bait, four characters at one end warn', () => {
    expect([baited(4, 0, 100), baited(0, 4, 100), baited(4, 1, 100)]).toEqual(['warning', 'warning', 'warning'])
    expect([alone(4, 0, 100), alone(0, 4, 100)]).toEqual(['safe', 'safe'])
    const target = alike(4, 0)
    expect(level(target, [pays(1, g), record(2, target, sender, { value: 20_000n })])).toBe('warning')
  })

  test('money that came in is not a bait: chance decides as without it', () => {
    const target = alike(3, 4)
    const income = record(9_999_999, target, sender)
    expect(level(target, [pays(1, g), ...crowd(998), income])).toBe('block')
    expect(level(target, [pays(1, g), ...crowd(3_000), income])).toBe('warning')
    expect(level(alike(2, 5), [pays(1, g), ...crowd(500), income])).toBe('warning')
  })

  test('a run of one character counts as one, until a bait corroborates', () => {
    const zeros = '0x000000b1e1ae382dbdc898ea68012ffcb2853a91'
    const copy = ('0x000777777777777777777777777777777777' + '3a91') as Address
    expect(level(copy, [pays(1, zeros), ...crowd(50)])).toBe('warning')
    expect(level(copy, [pays(1, zeros), ...crowd(5_000), forges(9_999_999, copy)])).toBe('block')
  })

  test('a run softens a block only where chance reaches what is left of it', () => {
    const zeros = '0x000000b1e1ae382dbdc898ea68012ffcb2853a91'
    const among = (copy: Address, payees: number) => level(copy, [pays(1, zeros), ...crowd(payees - 2)])
    const five = ('0x000777777777777777777777777777777777' + '3a91') as Address
    const six = ('0x00077777777777777777777777777777777' + '53a91') as Address
    expect([among(five, 25), among(five, 26)]).toEqual(['block', 'warning'])
    expect([among(six, 354), among(six, 355)]).toEqual(['block', 'warning'])
  })

  test('a payee of many is not doubted for what chance explains', () => {
    const paid = (target: Address, payees: number) =>
      level(target, [pays(1, g), ...crowd(payees - 2), pays(9_999_999, target)])
    expect([paid(alike(2, 4), 10), paid(alike(0, 7), 1_000)]).toEqual(['safe', 'safe'])
    expect([paid(alike(0, 7), 10), paid(alike(3, 4), 20_000)]).toEqual(['block', 'warning'])
  })

  test('more than 20 characters, or 18 in front, are beyond grinding', () => {
    expect([alone(10, 10, 3), alone(17, 3, 3)]).toEqual(['block', 'block'])
    expect([alone(10, 11, 3), alone(18, 0, 3), baited(18, 4, 3)]).toEqual(['warning', 'warning', 'warning'])
  })
})

describe('families', () => {
  const [one, two, three] = [
    '0xb2070a375e8f1a49d2b6c0317f5a8c4e2961d501',
    '0xb2070a371c7d4b8e3f60a2957d18c3e6b4f0d501',
    '0xb2070a3793a6e5c02b7f184d6e9a0f5c7b38d501',
  ] as const
  const code = keccak256('0x01')
  const hashes = (...alike: Address[]) => ({ codeHashes: new Map(alike.map((one) => [one, code])) })

  test('what two payees share in front is not counted, and the rest in full', () => {
    const first = [pays(1, one), ...crowd(20)]
    const paid = [...first, pays(2, two)]
    expect([level(three, first), level(three, paid)]).toEqual(['block', 'warning'])
    expect(level(three, [...paid, forges(9_999_999, three)])).toBe('warning')
    expect(level('0xb2070a375e8f777777777777777777777777d501', paid)).toBe('block')
  })

  test('six shared characters make a family, five none', () => {
    expect(familyCharacters).toBe(6)
    const target = '0xb2070a77777777777777777777777777777755d5'
    const payees = (shared: number) =>
      ['3', '4'].map((digit, at) => pays(1 + at, `0x${target.slice(2, 2 + shared)}${digit.repeat(34 - shared)}7755d5`))
    expect([level(target, payees(familyCharacters)), level(target, payees(familyCharacters - 1))]).toEqual([
      'warning',
      'block',
    ])
  })

  test('an impostor that was paid makes no family of three or four characters', () => {
    const paid = [pays(1, g), pays(2, alike(3, 4)), ...crowd(20)]
    const another = `${g.slice(0, 5)}${'8'.repeat(32)}${g.slice(-5)}` as Address
    expect(level(another, [...paid, forges(3, another)])).toBe('block')
    expect(level(another, paid)).toBe('block')
  })

  test('members that are weak, soft or advertised prove no family', () => {
    const first = [pays(1, one), ...crowd(20)]
    expect(level(three, [...first, pays(2, two, { value: 10_000n })])).toBe('block')
    expect(level(three, [...first, record(2, two, sender)])).toBe('block')
    expect(level(three, [...first, forges(2, two), pays(3, two)])).toBe('block')
  })

  test('code gives no discount: a contract that resembles an account is blocked, also once paid', () => {
    expect(level(impostor, [pays(1, genuine)], hashes(impostor))).toBe('block')
    expect(level(impostor, [pays(1, genuine), pays(9, impostor)], hashes(impostor))).toBe('block')
    expect(level(impostor, [pays(1, genuine)], hashes(genuine))).toBe('block')
    const null_ = new Map([[impostor, null] as const, [genuine, null] as const])
    expect(level(impostor, [pays(1, genuine)], { codeHashes: null_ })).toBe('block')
  })

  test('two contracts of one vanity factory are a warning, until one is advertised', () => {
    const same = hashes(one, three)
    expect(level(three, [pays(1, one)], same)).toBe('warning')
    expect(level(three, [pays(1, one), forges(2, three)], same)).toBe('block')
  })

  test('the same code gives no discount to an imitation of the ends that wallets show', () => {
    expect(level(impostor, [pays(1, genuine)], hashes(impostor, genuine))).toBe('block')
    // Three of one maker, of which two were paid, are a family however short its name is.
    const [first, second, third] = ['1', '2', '3'].map((digit) => `0xd9a1${digit.repeat(32)}d501` as Address) as [
      Address,
      Address,
      Address,
    ]
    const paid = [pays(1, first), pays(2, second)]
    expect([level(third, paid), level(third, paid, hashes(first, second, third))]).toEqual(['block', 'warning'])
    expect(level(third, paid.slice(1), hashes(second, third))).toBe('block')
    expect(level(third, paid, hashes(second, third))).toBe('block')
  })
})

describe('strength', () => {
  const cents = (at: number, to: Address) => pays(at, to, { value: 1_000n })
  const often = Array.from({ length: 20 }, (_, i) => pays(100 + i, genuine, { value: 50_000_000_000n }))

  test('an impostor that was paid a cent first is blocked, its model is not', () => {
    expect(report(genuine, [cents(1, impostor), ...often]).level).toBe('safe')
    expect(report(impostor, [cents(1, impostor), ...often]).reasons[0]).toMatchObject({
      severity: 'block',
      lookalikeOf: genuine,
      strength: 'strong',
    })
    expect(level(genuine, [cents(1, impostor)])).toBe('warning')
  })

  test('contacts and own accounts outrank weak references', () => {
    for (const known of [{ contacts: [genuine] }, { own: [genuine] }] as const) {
      expect(level(genuine, [cents(1, impostor)], known)).toBe('safe')
      expect(level(impostor, [cents(1, impostor)], known)).toBe('block')
    }
  })

  test('with 1 % and a cent of what the other was paid they are an undecided pair', () => {
    const pair = (value: bigint) => [pays(1, impostor, { value }), ...often]
    expect([level(genuine, pair(10_000_010_000n)), level(impostor, pair(10_000_010_000n))]).toEqual([
      'block',
      'warning',
    ])
    expect([level(genuine, pair(9_999_990_000n)), level(impostor, pair(9_999_990_000n))]).toEqual(['warning', 'block'])
  })

  test('a single payment outranks no earlier payee, however large: it may have been the theft', () => {
    const records = [pays(1, genuine, { value: 50_000_000n }), pays(9, impostor, { value: 50_000_000_000n })]
    expect([level(genuine, records), level(impostor, records)]).toEqual(['warning', 'block'])
  })

  test('an undecided pair shows the evidence of both sides', () => {
    const [reason] = report(impostor, [pays(1, genuine), pays(9, impostor, { value: 7_000_000n })]).reasons
    expect(reason).toMatchObject({ severity: 'block', undecided: true, strength: 'strong', lookalikeOf: genuine })
    expect(reason?.sides).toMatchObject([
      { address: impostor, payments: 1, paid: 7_000_000n, firstPaidAt: new Date(1_700_000_009_000) },
      { address: genuine, payments: 1, paid: 500_000_000n, firstPaidAt: new Date(1_700_000_001_000) },
    ])
  })

  test('a contact that resembles a payee is an undecided pair', () => {
    const saved = { contacts: [impostor] } as const
    expect(report(impostor, [pays(1, genuine)], saved).reasons[0]).toMatchObject({ severity: 'block', undecided: true })
    expect(report(genuine, [pays(1, genuine)], saved).reasons[0]).toMatchObject({
      severity: 'warning',
      undecided: true,
    })
  })

  test('a decision settles the pair, until the one that was kept signs a bait', () => {
    const records = [pays(1, genuine), pays(9, impostor)]
    const decided = (keep: Address, over: Address): { pairs: readonly PairDecision[] } => ({
      pairs: [{ sender, keep, over, at: 1_700_000_500_000 }],
    })
    expect([
      level(genuine, records, decided(genuine, impostor)),
      level(impostor, records, decided(genuine, impostor)),
    ]).toEqual(['safe', 'block'])
    expect([
      level(genuine, records, decided(impostor, genuine)),
      level(impostor, records, decided(impostor, genuine)),
    ]).toEqual(['block', 'safe'])
    expect(report(impostor, records, decided(genuine, impostor)).reasons[0]?.undecided).toBeUndefined()
    const signed = [...records, record(900, genuine, sender, { value: 0n })]
    expect(report(genuine, signed, decided(genuine, impostor)).reasons[0]?.undecided).toBe(true)
    const foreign = { pairs: [{ sender: planter, keep: genuine, over: impostor, at: 1_700_000_500_000 } as const] }
    expect(level(genuine, records, foreign)).toBe('warning')
  })

  test('of several decisions on a pair the latest counts, and none on another pair', () => {
    const records = [pays(1, genuine), pays(9, impostor)]
    const first = { sender, keep: impostor, over: genuine, at: 1_800_000_000_000 } as const
    const second = { sender, keep: genuine, over: impostor, at: 1_800_000_000_001 } as const
    for (const pairs of [
      [first, second],
      [second, first],
    ]) {
      expect([level(genuine, records, { pairs }), level(impostor, records, { pairs })]).toEqual(['safe', 'block'])
    }
    const other = { sender, keep: genuine, over: stranger, at: 1_800_000_000_000 } as const
    const another = { sender, keep: stranger, over: impostor, at: 1_800_000_000_000 } as const
    expect(level(genuine, records, { pairs: [other, another] })).toBe('warning')
    expect(level(impostor, records, { pairs: [other, another] })).toBe('block')
  })

  test('only what the kept address itself signed after the decision undoes it', () => {
    const paid = [pays(1, genuine), pays(9, impostor)]
    // `record` puts a second between blocks.
    const at = 1_700_000_000_000 + 900_000
    const kept = (bait: HistoryRecord, decided = at - 1) =>
      level(genuine, [...paid, bait], { pairs: [{ sender, keep: genuine, over: impostor, at: decided }] })
    const signed = record(900, genuine, sender, { value: 0n })
    expect([kept(signed), kept(signed, at)]).toEqual(['warning', 'safe'])
    expect(kept({ ...signed, timestamp: null }, at)).toBe('warning')
    expect([kept(forges(900, genuine)), kept(dust(900, genuine))]).toEqual(['safe', 'safe'])
    // Asked about the other address, too.
    const pairs = [{ sender, keep: genuine, over: impostor, at: at - 1 } as const]
    expect(report(impostor, [...paid, signed], { pairs }).reasons[0]).toMatchObject({ undecided: true })
    expect(report(impostor, paid, { pairs }).reasons[0]?.undecided).toBeUndefined()
  })

  test('a decision of this very moment counts', () => {
    const records = [pays(1, genuine), pays(9, impostor)]
    const signed = record(900, genuine, sender, { value: 0n })
    const pairs = [{ sender, keep: genuine, over: impostor, at: Number(now) } as const]
    expect(level(genuine, [...records, signed], { pairs })).toBe('safe')
  })

  test.each([Number(now) + 1, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY, Number.NaN])(
    'a decision dated %d outlives neither a bait that its address signs nor a later decision',
    (at) => {
      const paid = [pays(1, genuine), pays(9, impostor)]
      const signed = record(900, genuine, sender, { value: 0n })
      const decided = { sender, keep: genuine, over: impostor, at } as const
      expect(level(genuine, [...paid, signed], { pairs: [decided] })).toBe('warning')
      const corrected = { sender, keep: impostor, over: genuine, at: Number(now) - 1 } as const
      for (const pairs of [
        [decided, corrected],
        [corrected, decided],
      ])
        expect([level(genuine, paid, { pairs }), level(impostor, paid, { pairs })]).toEqual(['block', 'safe'])
      // In seconds it is long ago: whatever was signed since undoes it.
      const inSeconds = { ...decided, at: 1_795_000_000 }
      expect(level(genuine, [...paid, signed], { pairs: [inSeconds] })).toBe('warning')
    },
  )

  test('a decision excuses no address that the sender does not know', () => {
    const pairs = [{ sender, keep: impostor, over: genuine, at: 1_800_000_000_000 } as const]
    expect(level(impostor, [pays(1, genuine)], { pairs })).toBe('block')
  })

  test('an address that has only paid the sender is a soft reference from 1 USDC on: its imitation warns', () => {
    const income = (value: bigint) => [record(1, genuine, sender, { value })]
    expect(report(impostor, income(1_000_000n)).reasons[0]).toMatchObject({ severity: 'warning', strength: 'soft' })
    expect(level(impostor, income(999_999n))).toBe('safe')
    expect(level(impostor, [...income(1_000_000n), forges(2, impostor)])).toBe('warning')
    expect(level(genuine, [record(1, impostor, sender, { value: 1_000_000n }), pays(2, genuine)])).toBe('safe')
  })

  test('weak references block nothing, and are not counted', () => {
    expect(level(impostor, [cents(1, genuine), forges(2, impostor)])).toBe('warning')
    const weak = crowd(5_000).map((one) => ({ ...one, value: 1_000n }))
    expect(level(alike(3, 4), [pays(1, g), ...weak])).toBe('block')
  })

  test('money paid after a bait does not raise an impostor over its model', () => {
    const records = [
      pays(1, genuine, { value: 50_000_000n }),
      forges(2, impostor),
      pays(9, impostor, { value: 50_000_000_000n }),
    ]
    expect([level(impostor, records), level(genuine, records)]).toEqual(['block', 'safe'])
  })

  test('a forged record about a payee hands it to no imitation that was paid a dollar first', () => {
    const dollar = pays(1, impostor, { value: 1_000_000n })
    const framed = [dollar, forges(2, genuine), ...often]
    const [mine, theirs] = [report(genuine, framed), report(impostor, framed)]
    // Which of the two was advertised to deceive, only a person can say.
    expect(mine.reasons[0]).toMatchObject({ severity: 'block', undecided: true, lookalikeOf: impostor })
    expect(theirs.reasons[0]).toMatchObject({ severity: 'warning', undecided: true, lookalikeOf: genuine })
    const pairs = [{ sender, keep: genuine, over: impostor, at: 1_800_000_000_000 } as const]
    expect([level(genuine, framed, { pairs }), level(impostor, framed, { pairs })]).toEqual(['safe', 'block'])
    // After one payment to the payee nothing tells this from a theft, and the address that was paid first counts.
    const [once, stolen] = [
      pays(9, genuine),
      [pays(1, genuine, { value: 1_000_000n }), forges(2, impostor), pays(9, impostor)],
    ]
    expect([level(impostor, [dollar, forges(2, genuine), once]), level(genuine, stolen)]).toEqual(['safe', 'safe'])
    // Not where the other was saved, or paid as much.
    expect(level(impostor, framed, { contacts: [impostor] })).toBe('safe')
    // Nor where the payee signed the bait itself.
    const advertised = [dollar, record(2, genuine, sender, { value: 0n }), ...often]
    expect(report(genuine, advertised).reasons[0]).toMatchObject({ severity: 'block' })
    expect(report(genuine, advertised).reasons[0]?.undecided).toBeUndefined()
    expect(level(genuine, [pays(1, impostor, { value: 50_000_000_000n }), forges(2, genuine), ...often])).toBe('block')
  })

  test.each([
    ['paid a dollar', [pays(1, impostor, { value: 1_000_000n })], {}],
    ['paid as much as the payee', [pays(1, impostor)], {}],
    ['paid more than the payee', [pays(1, impostor, { value: 4_000_000_000n })], {}],
    [
      'claimed a protected transfer',
      [],
      {
        settled: [
          {
            address: impostor,
            blockNumber: 1n,
            transactionHash: '0x1',
            timestamp: new Date(1_700_000_001_000),
            chainId: 1,
          },
        ],
      },
    ],
  ] as const)(
    'no forged record makes an imitation safe that first was %s, once the payee was paid twice',
    (_, first, given) => {
      const twice = [pays(10, genuine), pays(11, genuine)]
      const framed = [...first, forges(2, genuine), ...twice]
      const settled = 'settled' in given ? [...given.settled] : []
      const [theirs, mine] = [report(impostor, framed, { settled }), report(genuine, framed, { settled })]
      expect(theirs.reasons[0]).toMatchObject({ severity: 'warning', undecided: true, lookalikeOf: genuine })
      expect(mine.reasons[0]).toMatchObject({ severity: 'block', undecided: true, lookalikeOf: impostor })
      // An imitation that was advertised, and paid twice, is no safer for that.
      const robbed = [pays(1, genuine), forges(2, impostor), pays(10, impostor), pays(11, impostor)]
      expect([level(impostor, robbed), level(genuine, robbed)]).toEqual(['block', 'warning'])
      const faint = alike(2, 4)
      const many = [pays(1, g), ...crowd(1_000)]
      expect(level(faint, [...many, forges(2, faint), pays(10, faint), pays(11, faint)])).toBe('warning')
    },
  )

  describe('a cent does not decide who was known first', () => {
    const cent = (at: number, to: Address) => pays(at, to, { value: 10_000n })
    const dollar = (at: number, to: Address) => pays(at, to, { value: 1_000_000n })
    const settled = {
      address: genuine,
      blockNumber: 50n,
      transactionHash: '0x1',
      timestamp: new Date(1_700_000_050_000),
      chainId: 1,
    } as const
    test.each([
      ['paid once', [pays(50, genuine)], undefined],
      ['paid ten times', Array.from({ length: 10 }, (_, at) => dollar(50 + at, genuine)), undefined],
      ['paid in cents', Array.from({ length: 150 }, (_, at) => cent(50 + at, genuine)), undefined],
      ['a recipient that claimed', [], settled],
      ['paid once, and was advertised before', [forges(20, genuine), pays(50, genuine)], undefined],
    ] as const)('beside a payee that was %s', (_, paid, claimed) => {
      const records = [...paid, cent(10, impostor), dollar(900, impostor)]
      const given = claimed ? { settled: [claimed] } : {}
      expect([level(impostor, records, given), level(genuine, records, given)]).toEqual([
        'block',
        expect.not.stringContaining('block'),
      ])
    })

    test.each([
      ['forged', forges(20, alike(4, 4))],
      ['signed by the imitation', forges(20, alike(4, 4), { signer: alike(4, 4) })],
    ])('nor whether a later record that was %s counts', (_, bait) => {
      const [imitation, many] = [alike(4, 4), [pays(1, g), ...crowd(20_000)]]
      expect(level(imitation, [...many, bait])).toBe('block')
      expect(level(imitation, [...many, bait, cent(10, imitation)])).toBe('block')
      expect(level(imitation, [...many, bait, cent(10, imitation), cent(11, imitation)])).toBe('block')
      // From a dollar on any reader of the chain can forge a record about a payee.
      expect(level(imitation, [...many, bait, dollar(10, imitation)])).not.toBe('block')
    })

    test('nor which one a warning names', () => {
      const target = '0xd9a1777777777777777777777777777777773a91'
      const nearer = '0xd9a1777777777777777777777777777777733a91'
      const named = (records: HistoryRecord[]) =>
        report(target, [pays(50, genuine), ...crowd(20_000), ...records]).reasons.map(({ lookalikeOf }) => lookalikeOf)
      expect(named([cent(10, impostor)])).toEqual([genuine])
      expect(named([record(10, impostor, sender, { value: 1_000_000n })])).toEqual([genuine])
      expect(named([cent(10, nearer)])).toEqual([genuine])
    })

    test('cents that make a dollar are known when they do', () => {
      const many = Array.from({ length: 100 }, (_, at) => cent(10 + at, impostor))
      expect(report(impostor, [...many, pays(200, genuine)]).reasons[0]).toMatchObject({
        severity: 'warning',
        undecided: true,
      })
      expect(report(impostor, [...many, pays(100, genuine)]).reasons[0]).toMatchObject({
        severity: 'block',
        undecided: true,
      })
      expect(level(impostor, [...many.toReversed(), pays(100, genuine)])).toBe('block')
    })
  })

  test('a settled recipient is strong at any amount, a bridge mint by what it received', () => {
    const settled = { address: genuine, blockNumber: 1n, transactionHash: '0x1', timestamp: now } as const
    expect(level(impostor, [], { settled: [settled] })).toBe('block')
    expect(level(impostor, [], { settled: [{ ...settled, amount: 1_000_000n }] })).toBe('block')
    expect(level(impostor, [], { settled: [{ ...settled, amount: 999_999n }] })).toBe('warning')
  })
})
