import type { Address, Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import { ADDRESSES } from '../../chain/addresses.js'
import { requireDeployment } from '../../chain/registry.js'
import type { HistoryRecord } from '../history/SenderHistory.js'
import type { TransactionRow } from './findings.js'
import { findForwarded, findForwardingCalls } from './forwards.js'

const chain = requireDeployment(84532)
const [sender, router, pool, payee] = ['1', '2', '3', '4'].map((digit) => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
  Address,
]
const usdc = chain.usdc.toLowerCase() as Address
const hash = (n: number): Hash => `0x${n.toString(16).padStart(64, '0')}`

let index = 0
const move = (from: Address, to: Address, value: bigint, changes: Partial<HistoryRecord> = {}): HistoryRecord => ({
  chainId: 84532,
  token: usdc,
  canonical: true,
  from,
  to,
  value,
  decimals: 6,
  signer: sender,
  blockNumber: 5n,
  logIndex: index++,
  timestamp: null,
  transactionHash: hash(5),
  ...changes,
})

describe('findForwarded', () => {
  const payment = move(sender, router, 5_000_000n)
  const amounts = (movements: HistoryRecord[]) =>
    findForwarded(sender, [payment], [payment, ...movements]).map(({ address, amount }) => [address, amount])

  test('default: each recipient counts with what it received, through any number of intermediaries', () => {
    expect(
      amounts([move(router, pool, 3_000_000n), move(pool, payee, 1_000_000n), move(router, payee, 2_000_000n)]),
    ).toEqual([
      [pool, 3_000_000n],
      [payee, 3_000_000n],
    ])
  })

  test('behavior: at most what the sender has paid, since a contract may move money of others', () => {
    expect(amounts([move(router, payee, 900_000_000n)])).toEqual([[payee, 5_000_000n]])
  })

  test.each([
    ['comes from an address that the payment has not reached', move(pool, payee, 1n)],
    ['is of another token', move(router, payee, 1n, { token: payee })],
    ['is of nothing', move(router, payee, 0n)],
    ['goes back to the sender', move(router, sender, 1n)],
  ])('behavior: a movement that %s adds no recipient', (_, movement) => {
    expect(amounts([movement])).toEqual([])
  })
})

describe('findForwardingCalls', () => {
  const call = (n: number, changes: Partial<TransactionRow> = {}): TransactionRow => ({
    hash: hash(n),
    from: sender,
    to: router,
    value: 0n,
    isSettled: true,
    dataBytes: 68,
    transfer: undefined,
    nonce: n,
    blockNumber: BigInt(n),
    timestamp: null,
    indexedTo: undefined,
    ...changes,
  })
  const find = (calls: TransactionRow[]) =>
    findForwardingCalls(
      sender,
      chain,
      calls,
      calls.map((one) => move(sender, router, 1n, { transactionHash: one.hash })),
    ).map(({ blockNumber }) => Number(blockNumber))

  test('default: calls that pay, the newest 20', () => {
    const calls = Array.from({ length: 30 }, (_, n) => call(n))
    expect(find(calls)).toEqual(Array.from({ length: 20 }, (_, n) => 29 - n))
    expect(findForwardingCalls(sender, chain, calls, [])).toEqual([])
  })

  test('behavior: skips calls of the token, of contracts whose events are read, without data, or of another sender', () => {
    const known = [usdc, chain.transferContract, ADDRESSES.BRIDGE_TOKEN_MESSENGER_V2, ADDRESSES.HUB_WALLET]
    const calls = known.map((to, n) => call(n, { to: to.toLowerCase() as Address }))
    const locked = move(sender, chain.transferContract, 1n, { transactionHash: hash(6) })
    expect(findForwardingCalls(sender, chain, [call(6)], [locked])).toEqual([])
    expect(find([...calls, call(7, { dataBytes: 0 }), call(8, { from: payee }), call(9, { to: null })])).toEqual([])
  })
})
