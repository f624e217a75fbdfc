import { zeroAddress, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ProtectedTransfer } from '../transfer/types.js'
import { type ActivityItem, mergeActivity } from './mergeActivity.js'
import type { HistoryEntry } from './types.js'

const [alice, bob, contract] = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
] as const

const row = (minute: number, rest: Partial<HistoryEntry> = {}): HistoryEntry => ({
  txHash: `0x${String(minute).padStart(64, '0')}`,
  direction: 'out',
  counterparty: contract,
  kind: 'transfer',
  amount: 25n,
  decimals: 6,
  tokenAddress: contract,
  tokenSymbol: 'USDC',
  timestamp: new Date(minute * 60_000),
  ...rest,
})

const payment = (transferId: bigint, rest: Partial<ProtectedTransfer> = {}): ProtectedTransfer => ({
  transferId,
  sender: alice,
  to: bob,
  amount: 25n,
  deadline: new Date(0),
  attempts: 0,
  status: 'PENDING',
  claimHash: zeroHash,
  configId: zeroHash,
  ...rest,
})

const shown = (items: readonly ActivityItem[]) =>
  items.map((item) => [
    item.kind,
    item.kind === 'sent' ? Number(item.transfer.transferId) : Number(item.entry.txHash),
    item.at?.getTime() === undefined ? null : item.at.getTime() / 60_000,
  ])

const merge = (entries: readonly HistoryEntry[], sent: readonly ProtectedTransfer[], isComplete = true) =>
  shown(mergeActivity({ chainId: 1, address: alice, contract, entries, sent, isComplete }))

describe('mergeActivity', () => {
  test('a protected payment is one row, at the time of its money', () => {
    expect(merge([row(3, { counterparty: bob }), row(2)], [payment(1n)])).toEqual([
      ['plain', 3, 3],
      ['sent', 1, 2],
    ])
  })

  test('payments of the same amount are paired in their order', () => {
    expect(merge([row(9), row(5)], [payment(2n), payment(1n)])).toEqual([
      ['sent', 2, 9],
      ['sent', 1, 5],
    ])
  })

  test('a payment that the explorer does not have yet is the newest', () => {
    expect(merge([row(5)], [payment(2n), payment(1n)])).toEqual([
      ['sent', 2, null],
      ['sent', 1, 5],
    ])
  })

  test('where older rows are missing, the payment without a row is the oldest', () => {
    expect(merge([row(5)], [payment(2n), payment(1n)], false)).toEqual([
      ['sent', 2, 5],
      ['sent', 1, null],
    ])
  })

  test('a recipient that resembles an earlier payee is marked, in either order of the read', () => {
    const impostor = '0xd9A1c7F3b4D2e58a90C1E6b7a2f4D3C8e95B3A91'
    const impostors = (sent: readonly ProtectedTransfer[], entries: readonly HistoryEntry[]) =>
      mergeActivity({ chainId: 1, address: alice, contract, entries, sent, isComplete: true }).flatMap((item) =>
        item.kind === 'sent' && item.suspect === 'IMPOSTOR' ? [item.transfer.to] : [],
      )
    const rows = [row(5), row(2, { counterparty: bob })]
    expect(impostors([payment(1n, { to: impostor })], rows)).toEqual([impostor])
    expect(impostors([payment(1n)], rows)).toEqual([])
    expect(impostors([payment(2n, { to: impostor }), payment(1n)], [row(5), row(3)])).toEqual([impostor])
    expect(impostors([payment(2n), payment(1n, { to: impostor })], [row(5), row(3)])).toEqual([bob])
    expect(impostors([payment(1n, { to: zeroAddress })], rows)).toEqual([])
  })

  test('the money that came back is not a second row; what was claimed from others is', () => {
    const back = row(7, { direction: 'in' })
    const claimed = row(8, { direction: 'in', amount: 40n })
    expect(merge([claimed, back, row(2)], [payment(1n, { status: 'CANCELLED' })])).toEqual([
      ['claimed', 8, 8],
      ['sent', 1, 2],
    ])
  })

  test('several payments in one transaction leave the sum as a row, and are listed', () => {
    expect(merge([row(2, { amount: 50n })], [payment(2n), payment(1n)])).toEqual([
      ['sent', 2, null],
      ['sent', 1, null],
      ['locked', 2, 2],
    ])
  })
})
