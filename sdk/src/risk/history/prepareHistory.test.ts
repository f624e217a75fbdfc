import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { extendHistory, prepareHistory } from './prepareHistory.js'
import type { HistoryRecord } from './SenderHistory.js'

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const payee = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const planter = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

function record(at: number, from: Address, to: Address, rest: Partial<HistoryRecord> = {}): HistoryRecord {
  const timestamp = new Date(1_700_000_000_000 + at)
  const place = { chainId: 1, blockNumber: BigInt(at), logIndex: 0, timestamp, transactionHash: `0x${at}` } as const
  return { ...place, token: usdc, canonical: true, from, to, value: 500_000_000n, decimals: 6, signer: from, ...rest }
}
const prepare = (records: HistoryRecord[]) => prepareHistory({ sender, records, complete: true })
const baitsOf = (one: HistoryRecord) => {
  const baits = prepare([one]).find(payee)?.baits ?? []
  return baits.map(({ kind, by, isOut }) => `${kind} ${isOut ? 'out' : 'in'} by ${by}`)
}

describe('prepareHistory', () => {
  test('default: only the sender itself', () => {
    const prepared = prepare([])
    expect([prepared.sender, prepared.size, prepared.complete]).toEqual([sender.toLowerCase(), 1, true])
    expect(prepared.find(payee)).toBeUndefined()
    expect(prepared.find(sender)?.saved).toBe('own')
  })

  test('unreadChains: named where the history is incomplete, and where there are any', () => {
    const of = (complete: boolean, unreadChains?: number[]) =>
      prepareHistory({ sender, records: [], complete, ...(unreadChains && { unreadChains }) })
    expect(of(false, [8453]).unreadChains).toEqual([8453])
    for (const one of [of(false, []), of(false), of(true, [8453])]) expect(one).not.toHaveProperty('unreadChains')
  })

  test('behavior: counts payments and keeps the first of each chain, in any order of records', () => {
    const records = [
      record(9, sender, payee),
      record(3, sender, payee),
      record(3, sender, payee, { logIndex: 4 }),
      record(7, sender, payee, { chainId: 8453 }),
    ]
    for (const list of [records, [...records].reverse()]) {
      const party = prepare(list).find(payee)
      expect(party?.payments).toBe(4)
      expect(new Set(party?.firsts)).toEqual(new Set([records[1], records[3]]))
    }
  })

  test('behavior: a settled transfer is a payment', () => {
    const moment = { blockNumber: 4n, transactionHash: '0x4', timestamp: null } as const
    const settled = [
      { address: payee, ...moment },
      { address: payee, ...moment, blockNumber: 2n },
    ] as const
    const party = prepareHistory({ sender, records: [], complete: true, settled }).find(payee)
    expect(party?.payments).toBe(2)
    expect(party?.firsts.map(({ blockNumber }) => blockNumber)).toEqual([2n])
  })

  describe('a settled transfer verifies no imitation of an older payee', () => {
    const imitation = '0xd9A1b00000000000000000000000000000853a91'
    const at = (second: number) => new Date(1_700_000_000_000 + second)
    const claimed = (address: Address, claim: number, sentAt?: Date) => ({
      address,
      blockNumber: BigInt(claim),
      chainId: 1,
      transactionHash: `0x${claim}` as const,
      timestamp: at(claim),
      ...(sentAt && { sentAt }),
    })
    const strong = (history: Partial<Parameters<typeof prepareHistory>[0]>, own: Address[] = []) => {
      const prepared = prepareHistory({ sender, records: [], complete: true, ...history }, { own })
      return [payee, imitation].map((address) => prepared.find(address as Address)?.isSettled)
    }
    const later = claimed(imitation as Address, 9, at(5))

    test('the payee was paid before the send', () => {
      expect(strong({ records: [record(3, sender, payee)], settled: [later] })).toEqual([false, false])
    })

    test('the payee was verified before the send, in any order of the list', () => {
      const first = claimed(payee, 4, at(2))
      for (const settled of [
        [first, later],
        [later, first],
      ])
        expect(strong({ settled })).toEqual([true, false])
    })

    test('the payee is an address of the sender', () => {
      expect(strong({ settled: [later] }, [payee])).toEqual([false, false])
    })

    test('a payment between send and claim makes the imitation no older', () => {
      const between = [record(7, sender, imitation as Address)]
      expect(strong({ records: between, settled: [claimed(payee, 9, at(5))] })).toEqual([true, false])
      // Without the time of the send its claim counts.
      expect(strong({ records: between, settled: [claimed(payee, 9)] })).toEqual([false, false])
    })

    test('an imitation that is doubted makes no other one doubtful', () => {
      const records = [record(3, sender, payee)]
      const settled = [later, claimed('0xd9A1b11111111111111111111111111111111111', 12, at(11))]
      const prepared = prepareHistory({ sender, records, complete: true, settled })
      expect(settled.map(({ address }) => prepared.find(address)?.isSettled)).toEqual([false, true])
    })

    test('an address that resembles none stays verified, and money makes a doubted one strong again', () => {
      const records = [record(3, sender, payee), record(12, sender, imitation as Address)]
      expect(strong({ records, settled: [claimed(planter, 9, at(5))] })).toEqual([false, false])
      const prepared = prepareHistory({ sender, records, complete: true, settled: [later, claimed(planter, 9, at(5))] })
      expect(prepared.find(planter)?.isSettled).toBe(true)
      expect(prepared.find(imitation as Address)?.paid).toBe(500_000_000n)
    })
  })

  test('behavior: classifies baits by what they move, who made them and whom they show as payer', () => {
    expect(baitsOf(record(1, sender, payee, { value: 0n, signer: planter }))).toEqual(['zero out by other'])
    expect(baitsOf(record(1, payee, sender, { value: 0n }))).toEqual(['zero in by target'])
    expect(baitsOf(record(1, payee, sender, { value: 0n, token: null, decimals: 18 }))).toEqual(['zero in by target'])
    expect(baitsOf(record(1, payee, sender, { value: 0n, signer: null }))).toEqual(['zero in by unknown'])
    expect(baitsOf(record(1, sender, payee, { canonical: false, signer: planter }))).toEqual([
      'counterfeit out by other',
    ])
    expect(baitsOf(record(1, payee, sender, { canonical: false }))).toEqual(['counterfeit in by target'])
    expect(baitsOf(record(1, payee, sender, { value: 9_999_999n }))).toEqual(['dust in by target'])
  })

  test('behavior: what the sender signed, NFTs and empty calls are faint baits', () => {
    const faint = (one: HistoryRecord) =>
      prepare([one])
        .find(payee)
        ?.baits.map(({ by, isFaint }) => [by, isFaint])
    expect(faint(record(1, sender, payee, { value: 0n }))).toEqual([['sender', true]])
    expect(faint(record(1, payee, sender, { value: 0n, signer: sender }))).toEqual([['sender', true]])
    expect(faint(record(1, payee, sender, { value: 0n, token: null, kind: 'call' }))).toEqual([['target', true]])
    expect(faint(record(1, payee, sender, { value: 0n }))).toEqual([['target', false]])
  })

  test('behavior: real money is not a bait, nor the native coin out of the sender that another account signed for', () => {
    expect(baitsOf(record(1, sender, payee, { value: 0n, signer: planter, token: null }))).toEqual([])
    expect(baitsOf(record(1, payee, sender, { value: 10_000_000n }))).toEqual([])
    expect(baitsOf(record(1, payee, sender, { value: 10n ** 15n, token: null, decimals: 18 }))).toEqual([])
    expect(baitsOf(record(1, payee, sender, { value: 10n ** 15n - 1n, token: null, decimals: 18 }))).toHaveLength(1)
  })

  test('behavior: amounts are summed in USDC base units, a coin at 1,000', () => {
    const native = record(2, sender, payee, { value: 10n ** 15n, token: null, decimals: 18 })
    const found = prepare([record(1, sender, payee, { value: 3n }), native, record(3, payee, sender, { value: 7n })])
    expect(found.find(payee)).toMatchObject({ payments: 2, paid: 1_000_003n, income: 7n })
  })

  test('behavior: small payments make a payee known with the one that completes a dollar, in any order of records', () => {
    const paid = ([at, value]: readonly [number, bigint]) => record(at, sender, payee, { value })
    const small = [
      [3, 400_000n],
      [5, 600_000n],
      [9, 100_000n],
    ] as const
    const since = (payments: readonly (readonly [number, bigint])[]) =>
      prepare(payments.map(paid))
        .find(payee)
        ?.knownSince.map(({ blockNumber }) => blockNumber)
    expect(since(small)).toEqual([5n])
    expect(since(small.toReversed())).toEqual([5n])
    expect(since([small[0], small[2]])).toEqual([])
    expect(since([[3, 999_999n], small[2]])).toEqual([9n])
    expect(since([[7, 1_000_000n]])).toEqual([7n])
  })

  test('behavior: records that do not name the sender, or name only the sender, count for nothing', () => {
    expect(prepare([record(1, planter, payee), record(2, sender, sender)]).size).toBe(1)
    expect(prepare([record(1, planter, payee)]).find(payee)).toBeUndefined()
  })

  test('behavior: similar addresses are found among the known, whatever their number', () => {
    const crowd = Array.from({ length: 3_000 }, (_, i) =>
      record(i, sender, `0x${(0x100000 + i * 37).toString(16)}${'5'.repeat(34)}`),
    )
    const prepared = prepare([...crowd, record(5_000, sender, payee), record(5_001, planter, sender)])
    expect(prepared.size).toBe(3_002)
    const similar = prepared.findSimilar('0xD9A1C3788D81257612E2581A6EA0ADA244853A91')
    expect(similar.map(({ address }) => address)).toEqual([payee.toLowerCase()])
    expect(prepared.findSimilar(payee)).toEqual([])
  })
})

describe('extendHistory', () => {
  const at = (index: number) => `0x${(0xabc000 + index * 7).toString(16)}${'6'.repeat(30)}${index % 10}a91` as Address
  const known = ({ references, ...prepared }: ReturnType<typeof prepareHistory>) => ({
    size: prepared.size,
    complete: prepared.complete,
    references: [...references].map((one) => ({ ...one })).sort((a, b) => (a.address < b.address ? -1 : 1)),
    similar: references.map(({ address }) => prepared.findSimilar(address).length).reduce((a, b) => a + b, 0),
  })

  test('default: extending piece by piece gives the same as preparing all of it', () => {
    const records = Array.from({ length: 300 }, (_, index) =>
      index % 7 === 0
        ? // Its signer is known only once a later record shows it to have moved the sender's money.
          record(index, at(index), sender, { value: 0n, signer: planter })
        : record(index, sender, at(index % 40), { signer: index === 290 ? planter : sender }),
    )
    const settled = Array.from({ length: 20 }, (_, index) => ({
      address: at(index * 3),
      blockNumber: BigInt(index * 11),
      chainId: 1,
      transactionHash: `0x${index}` as const,
      timestamp: new Date(1_700_000_000_000 + index * 11),
    }))
    const references = { contacts: [payee], own: [planter] } as const
    const whole = prepareHistory({ sender, records, settled, complete: true }, references)
    let grown = prepareHistory({ sender, records: [], complete: false }, references)
    for (let from = 0; from < 300; from += 30)
      grown = extendHistory(grown, {
        records: records.slice(from, from + 30),
        settled: settled.slice(from / 15, from / 15 + 2),
        complete: from === 270,
      })
    expect(known(grown)).toEqual(known(whole))
    expect(known(whole).references.length).toBeGreaterThan(40)
  })

  test('error: a history that `prepareHistory` did not make', () => {
    const other = { ...prepareHistory({ sender, records: [], complete: true }) }
    expect(() => extendHistory(other, { records: [], complete: true })).toThrow('prepareHistory')
  })
})
