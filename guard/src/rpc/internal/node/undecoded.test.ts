import { expect, test } from 'vitest'
import type { Movement } from '../../../decode/types.js'
import { undecoded } from './undecoded.js'

const arc = 5_042_002
const sepolia = 11_155_111
const usdc = '0x3600000000000000000000000000000000000000'
const payer = `0x${'11'.repeat(20)}` as const
const payee = `0x${'22'.repeat(20)}` as const
const move = (amount: bigint | undefined, over: Partial<Movement> = {}): Movement => ({
  payer,
  payee,
  chainId: arc,
  token: usdc,
  amount,
  carrier: 'transfer',
  path: [],
  ...over,
})
const log = (amount: bigint, over: Partial<Movement> = {}) => move(amount, { carrier: 'transfer_log', ...over })
const amounts = (simulated: Movement[], decoded: Movement[], chainId = arc) =>
  undecoded(simulated, decoded, chainId).map(({ payee, token, amount }) => [payee, token, amount])

test('a payment that the calldata shows is not reported twice', () => {
  expect(amounts([log(5n)], [move(5n)])).toEqual([])
  expect(amounts([log(5n)], [move(7n)])).toEqual([])
  expect(amounts([log(5n), log(5n)], [move(7n), move(3n)])).toEqual([])
})

test('if a payee of the calldata gets more, the rest is judged too, so that the sum is the amount taken', () => {
  expect(amounts([log(1_000n)], [move(1n)])).toEqual([[payee, usdc, 999n]])
  expect(amounts([log(600n), log(400n)], [move(1n)])).toEqual([[payee, usdc, 999n]])
})

test('an allowance is not a payment; payments of another payer stay apart', () => {
  for (const carrier of ['approval', 'permit', 'permit2_allowance', 'delegation'] as const)
    expect(amounts([log(5n)], [move(9n, { carrier })]), carrier).toEqual([[payee, usdc, 5n]])
  expect(amounts([log(5n)], [move(undefined)])).toEqual([[payee, usdc, 5n]])
  expect(amounts([log(5n)], [move(9n, { payer: payee })])).toEqual([[payee, usdc, 5n]])
})

test('on Arc coin and token are one money, reported twice: the larger report counts', () => {
  const coin = { token: 'native' } as const
  expect(amounts([log(5n * 10n ** 18n, coin), log(5_000_000n)], [])).toEqual([[payee, usdc, 5_000_000n]])
  expect(amounts([log(5_000_000n), log(5n * 10n ** 18n, coin)], [move(5n * 10n ** 18n, coin)])).toEqual([])
  expect(amounts([log(5_000_000n), log(7n * 10n ** 18n, coin)], [move(5_000_000n)])).toEqual([
    [payee, 'native', 2n * 10n ** 18n],
  ])
})

test('on other chains they are two', () => {
  const coin = { token: 'native' } as const
  expect(amounts([log(5n), log(6n, coin)], [move(5n)], sepolia)).toEqual([[payee, 'native', 6n]])
})
