import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'

const chainId = 5_042_002
const from: Address = '0x1111111111111111111111111111111111111111'
const collection: Address = '0x59468516a8259058baD1cA5F8f4BFF190d30E066'
const usdc: Address = '0x3600000000000000000000000000000000000000'
const payee: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const abi = parseAbi([
  'function transferFrom(address, address, uint256)',
  'function safeBatchTransferFrom(address, address, uint256[], uint256[], bytes)',
  'function setApprovalForAll(address, bool)',
])
const [safe, safeWith, counted] = [
  parseAbi(['function safeTransferFrom(address, address, uint256)']),
  parseAbi(['function safeTransferFrom(address, address, uint256, bytes)']),
  parseAbi(['function safeTransferFrom(address, address, uint256, uint256, bytes)']),
]
const decode = (data: Hex, to = collection) => decodeCall({ chainId, from, to, data })
const transferFrom = (number: bigint) =>
  encodeFunctionData({ abi, functionName: 'transferFrom', args: [from, payee, number] })

describe('the recipient of a collectible is its payee', () => {
  test.each<[string, Hex]>([
    ['transferFrom', transferFrom(992n)],
    ['transferFrom of number 0', transferFrom(0n)],
    ['safeTransferFrom', encodeFunctionData({ abi: safe, args: [from, payee, 0n] })],
    ['safeTransferFrom with data', encodeFunctionData({ abi: safeWith, args: [from, payee, 0n, '0x12'] })],
    ['safeTransferFrom of several', encodeFunctionData({ abi: counted, args: [from, payee, 0n, 3n, '0x'] })],
    [
      'safeBatchTransferFrom',
      encodeFunctionData({ abi, functionName: 'safeBatchTransferFrom', args: [from, payee, [0n, 1n], [3n, 0n], '0x'] }),
    ],
    ['setApprovalForAll', encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [payee, true] })],
  ])('%s', (_, data) => {
    expect(decode(data)).toMatchObject({
      movements: [{ payer: from, payee, token: collection }],
      notes: [],
      refusal: undefined,
    })
  })

  test('revoking a right, or sending 0 of a known token, moves nothing', () => {
    const taken = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [payee, false] })
    expect(decode(taken)).toMatchObject({ movements: [], notes: [] })
    expect(decode(transferFrom(0n), usdc)).toMatchObject({ movements: [], notes: [] })
  })

  test('the number of a collectible counts as an amount, since the call does not say which it is; 0 does not', () => {
    expect(decode(transferFrom(992n)).movements[0]?.amount).toBe(992n)
    expect(decode(transferFrom(0n)).movements[0]?.amount).toBeUndefined()
  })
})
