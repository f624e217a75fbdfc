import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'

const chainId = 5042002
const from = '0x1111111111111111111111111111111111111111'
const account = '0x5555555555555555555555555555555555555555'
const payee: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const usdc: Address = '0x3600000000000000000000000000000000000000'
const zero: Hex = `0x${'00'.repeat(32)}`
const abi = parseAbi([
  'function transfer(address, uint256)',
  'function memo(address, bytes, bytes32, bytes)',
  'function aggregate3((address, bool, bytes)[])',
  'function disperseEther(address[], uint256[]) payable',
  'function payAll(address[], uint256[]) payable',
  'function swap(address, address, uint256) payable',
  'function execute((address, uint256, bytes)[])',
  'function execute(bytes, bytes[], uint256)',
  'function execTransaction(address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes)',
  'function multicall(bytes[])',
])
// Overloads, which viem types only one by one.
const encode = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as never)
const transfer = encode('transfer', [payee, 5n])
const safe = (to: Address, data: Hex, operation: number, gasPrice = 0n) =>
  encode('execTransaction', [to, 0n, data, operation, 0n, 0n, gasPrice, usdc, payee, '0x'])
const decode = (to: Address, data: Hex, value = 0n) => decodeCall({ chainId, from, to, data, value })
const nested = (depth: number): Hex =>
  depth === 0 ? transfer : encode('memo', [depth === 1 ? usdc : account, nested(depth - 1), zero, '0x'])

describe('payments in other clothes', () => {
  const router = encodeAbiParameters(parseAbiParameters('address, address, uint256'), [usdc, payee, 5n])
  test.each<[string, Hex, bigint]>([
    ['a batch of an account', encode('execute', [[[usdc, 0n, transfer]]]), 0n],
    ['a command of the Universal Router', encode('execute', ['0x05', [router], 1n]), 0n],
    ['one that may fail', encode('execute', ['0x85', [router], 1n]), 0n],
    ['a payout list', encode('disperseEther', [[payee], [5n]]), 5n],
    ['an unknown payout list that takes money along', encode('payAll', [[payee], [5n]]), 5n],
    ['calls of a contract to itself', encode('multicall', [[encode('disperseEther', [[payee], [5n]])]]), 0n],
    ['the refund of a Safe', safe(account, '0x', 0, 1n), 0n],
  ])('%s', (_, data, value) => {
    expect(decode(account, data, value).movements.map((one) => one.payee)).toContain(payee)
  })

  test('an address with dirty upper bits', () => {
    const dirty = transfer.replace('000000000000000000000000d9', 'ffffffffffffffffffffffffd9') as Hex
    expect(decode(usdc, dirty).movements).toMatchObject([{ payee, amount: 5n }])
    expect(decode(usdc, `${transfer}00ff`).movements).toMatchObject([{ payee, amount: 5n }])
  })
})

describe('refused', () => {
  test.each<[string, Address, Hex, bigint, string]>([
    ['code that runs as a Safe', account, safe(account, transfer, 1), 0n, 'unread_delegatecall'],
    [
      'an unread call that names USDC and takes money',
      account,
      encode('swap', [usdc, payee, 5n]),
      5n,
      'unread_with_value',
    ],
    ['nine calls inside each other', account, nested(9), 0n, 'too_deep'],
    [
      '257 payments',
      account,
      encode('aggregate3', [Array.from({ length: 257 }, () => [usdc, true, transfer])]),
      0n,
      'too_many',
    ],
    ['data that is too long', usdc, `0x${'00'.repeat(128 * 1024 + 1)}`, 0n, 'too_long'],
  ])('%s', (_, to, data, value, reason) => {
    expect(decode(to, data, value).refusal?.reason).toBe(reason)
  })

  test('offsets that share one tail, which would be gigabytes', () => {
    const length = 2_000
    const word = (number: number) => number.toString(16).padStart(64, '0')
    const tail = `${word(60_000)}${'00'.repeat(60_000)}`
    const data: Hex = `0xac9650d8${word(32)}${word(length)}${word(length * 32).repeat(length)}${tail}`
    expect(decode(account, data).refusal?.reason).toBe('malformed')
  })

  test('behavior: eight calls inside each other, 250 payments and an unread call without money pass', () => {
    expect(decode(account, nested(8)).refusal).toBeUndefined()
    expect(
      decode(account, encode('aggregate3', [Array.from({ length: 250 }, () => [usdc, true, transfer])])).movements,
    ).toHaveLength(250)
    expect(decode(account, encode('swap', [usdc, payee, 5n]))).toMatchObject({ movements: [], refusal: undefined })
  })
})
