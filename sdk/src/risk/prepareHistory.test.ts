import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import type { HistoryRecord } from './history.js'
import { prepareHistory } from './prepareHistory.js'

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
  test('default: nobody but the sender himself', () => {
    const prepared = prepare([])
    expect([prepared.sender, prepared.size, prepared.complete]).toEqual([sender.toLowerCase(), 1, true])
    expect(prepared.find(payee)).toBeUndefined()
    expect(prepared.find(sender)?.saved).toBe('own')
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

  test('behavior: tells baits by what they move, who made them and whom they show as payer', () => {
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

  test('behavior: real money is no bait, nor the native coin out of the sender that another account signed for', () => {
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

  test('behavior: records that do not name the sender, or only him, count for nothing', () => {
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
