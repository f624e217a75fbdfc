import { type Address, type Hash, keccak256, numberToHex, sliceHex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { craftLookalike } from '../craftLookalike.js'
import { type HistoryReferences, prepareHistory } from '../history/prepareHistory.js'
import type { HistoryRecord, SenderHistory, SettledRecipient } from '../history/SenderHistory.js'
import { prepareAgain } from './prepareAgain.js'

const address = (n: number): Address => sliceHex(keccak256(numberToHex(n)), 12)
const hash = (n: number): Hash => numberToHex(n, { size: 32 })
const sender = address(1_000_000)

const record = (n: number, changes: Partial<HistoryRecord> = {}): HistoryRecord => ({
  chainId: 5042002,
  token: '0x3600000000000000000000000000000000000000',
  canonical: true,
  from: sender,
  to: address(n),
  value: 5_000_000n,
  decimals: 6,
  signer: sender,
  blockNumber: BigInt(n),
  logIndex: 0,
  timestamp: new Date(1_700_000_000_000 + n),
  transactionHash: hash(n),
  ...changes,
})
const settledAt = (n: number): SettledRecipient => ({
  address: address(n),
  blockNumber: BigInt(n),
  transactionHash: hash(n),
  timestamp: new Date(1_700_000_000_000 + n),
  transferId: BigInt(n),
})

const old = Array.from({ length: 1_200 }, (_, index) => Object.freeze(record(index)))
let owner: object
beforeEach(() => {
  owner = {}
})

const historyOf = (news: readonly HistoryRecord[] = [], settled: readonly SettledRecipient[] = []): SenderHistory => ({
  sender,
  records: [...old, ...news],
  settled,
  complete: true,
})
/** The list stays the same object while a history only grows. */
const listOf = (history: SenderHistory, references?: HistoryReferences) =>
  prepareAgain(owner, history, references).references

function expectEqual(history: SenderHistory, references?: HistoryReferences): void {
  const [again, whole] = [prepareAgain(owner, history, references), prepareHistory(history, references)]
  expect([again.sender, again.complete, again.size]).toEqual([whole.sender, whole.complete, whole.size])
  const named = [
    ...history.records.flatMap(({ from, to }) => [from, to]),
    ...(history.settled ?? []).map((one) => one.address),
  ]
  for (const one of new Set(named)) expect(again.find(one)).toEqual(whole.find(one))
  const byAddress = (list: typeof again.references) => new Map(list.map((party) => [party.address, party]))
  expect(byAddress(again.references)).toEqual(byAddress(whole.references))
  const target = craftLookalike(address(7))
  expect(byAddress(again.findSimilar(target))).toEqual(byAddress(whole.findSimilar(target)))
}

test('adds what is new, with the result of preparing everything', () => {
  const bait = record(5_001, { to: craftLookalike(address(7)), value: 0n, signer: address(9) })
  const steps = [
    historyOf(),
    historyOf([record(5_000)]),
    historyOf([record(5_000), bait]),
    historyOf([record(5_000), bait, record(5_002, { from: address(3), to: sender })], [settledAt(6_000)]),
    {
      ...historyOf([record(5_000), bait, record(5_002, { from: address(3), to: sender })], [settledAt(6_000)]),
      complete: false,
    },
  ]
  const first = listOf(historyOf())
  for (const step of steps) {
    expectEqual(step)
    expect(listOf(step)).toBe(first)
  }
})

describe('prepares everything again', () => {
  const gone: Record<string, [before: SenderHistory, after: SenderHistory]> = {
    'where a record has gone, as after a reorganisation': [historyOf([record(5_000)]), historyOf()],
    'where a frozen record has gone': [historyOf(), { ...historyOf(), records: [...old.slice(1), record(5_000)] }],
    'where the signer of a record is now known': [
      historyOf([record(5_000, { signer: null })]),
      historyOf([record(5_000, { signer: address(4) })]),
    ],
    'where a record has learned its time': [
      historyOf([record(5_000, { timestamp: null })]),
      historyOf([record(5_000)]),
    ],
    'where a record has lost its time': [historyOf([record(5_000)]), historyOf([record(5_000, { timestamp: null })])],
    'where a settlement has gone': [historyOf([], [settledAt(6_000)]), historyOf()],
    'where a settlement says when it was sent': [
      historyOf([], [settledAt(6_000)]),
      historyOf([], [{ ...settledAt(6_000), sentAt: new Date(0) }]),
    ],
    'where a record is listed twice': [historyOf(), historyOf([record(5_000), record(5_000)])],
    'for another sender': [historyOf(), { ...historyOf(), sender: address(2_000_000) }],
  }
  test.each(Object.entries(gone))('%s', (_, [before, after]) => {
    const first = listOf(before)
    expect(listOf(after)).not.toBe(first)
    expectEqual(after)
  })

  test('for other references', () => {
    const first = listOf(historyOf(), { contacts: [address(1)] })
    expect(listOf(historyOf(), { contacts: [address(1)] })).toBe(first)
    expect(listOf(historyOf(), { contacts: [address(2)] })).not.toBe(first)
    expectEqual(historyOf(), { contacts: [address(2)] })
    for (const contacts of [[address(2), address(3)], [address(2)], []]) expectEqual(historyOf(), { contacts })
  })

  test('for another owner, and where records are not frozen', () => {
    const first = listOf(historyOf())
    owner = {}
    expect(listOf(historyOf())).not.toBe(first)
    const loose = { ...historyOf(), records: old.map((one) => ({ ...one })) }
    expect(listOf(loose)).not.toBe(listOf(loose))
  })
})
