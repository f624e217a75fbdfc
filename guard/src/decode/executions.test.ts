import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeSendCalls } from './decodeSendCalls.js'

/** What a smart account executes, by each mode of ERC-7579 and ERC-7821. */

const chainId = 5_042_002
const [from, account, payee, second] = ['1', '2', '3', '4'].map((digit): Address => `0x${digit.repeat(40)}`) as [
  // The list above has four entries.
  Address,
  Address,
  Address,
  Address,
]
const zero: Address = `0x${'0'.repeat(40)}`
const abi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])
const batchParameters = parseAbiParameters('(address to, uint256 value, bytes data)[] calls')
const batch = (calls: readonly (readonly [Address, bigint, Hex?])[]) =>
  encodeAbiParameters(batchParameters, [calls.map(([to, value, data = '0x']) => ({ to, value, data }))])
const packed = (to: Address, value: bigint) =>
  concatHex([to, encodeAbiParameters(parseAbiParameters('uint256 value'), [value])])
const modeOf = (start: string, selector = '00000000'): Hex => `0x${start}00000000${selector}${'0'.repeat(44)}`

const execute = (mode: Hex, data: Hex) => {
  const call = encodeFunctionData({ abi, functionName: 'execute', args: [mode, data] })
  const { movements, refusal } = decodeSendCalls({ chainId, from, calls: [{ to: account, data: call }] })
  const paid = movements.map((one) => [one.payer.toLowerCase(), one.payee.toLowerCase(), one.amount])
  return { paid, reason: refusal?.reason }
}
const pays = (to: Address, amount: bigint) => [account, to, amount]

describe('a batch', () => {
  test('default', () => {
    const data = batch([
      [payee, 5n],
      [second, 6n],
    ])
    // The second byte says what happens where a call fails.
    for (const start of ['0100', '0101'])
      expect(execute(modeOf(start), data)).toEqual({ paid: [pays(payee, 5n), pays(second, 6n)], reason: undefined })
  })

  test('of batches', () => {
    const batches = [
      batch([[payee, 5n]]),
      batch([
        [second, 6n],
        [payee, 7n],
      ]),
    ]
    const data = encodeAbiParameters(parseAbiParameters('bytes[] batches'), [batches])
    expect(execute(modeOf('0100', '78210002'), data)).toEqual({
      paid: [pays(payee, 5n), pays(second, 6n), pays(payee, 7n)],
      reason: undefined,
    })
    // As one batch it makes no sense, and the other way round.
    expect(execute(modeOf('0100'), data).reason).toBeDefined()
    expect(execute(modeOf('0100', '78210002'), batches[1] ?? '0x').reason).toBeDefined()
    expect(execute(modeOf('0100', '78210001'), batches[0] ?? '0x').paid).toEqual([pays(payee, 5n)])
  })

  test('the zero address stands for the account itself, and value sent to it counts', () => {
    const inner = encodeFunctionData({ abi, functionName: 'execute', args: [modeOf('0000'), packed(payee, 9n)] })
    expect(execute(modeOf('0100'), batch([[zero, 4n, inner]]))).toEqual({
      paid: [pays(zero, 4n), pays(payee, 9n)],
      reason: undefined,
    })
  })
})

test('one call, packed', () => {
  expect(execute(modeOf('0000'), packed(payee, 5n))).toEqual({ paid: [pays(payee, 5n)], reason: undefined })
  expect(execute(modeOf('0000'), packed(payee, 5n).slice(0, -2) as Hex).reason).toBe('malformed')
})

test('a static call pays nothing; a delegatecall, and a kind that is unknown, are refused', () => {
  expect(execute(modeOf('fe00'), packed(payee, 5n))).toEqual({ paid: [], reason: undefined })
  expect(execute(modeOf('ff00'), payee).reason).toBe('unread_delegatecall')
  expect(execute(modeOf('ff00'), payee.slice(0, -2) as Hex).reason).toBe('malformed')
  expect(execute(modeOf('0200'), packed(payee, 5n)).reason).toBe('unread_delegatecall')
})
