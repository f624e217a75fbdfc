import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'
import { decodeSignature } from './decodeSignature.js'
import { decodeUserOperation } from './decodeUserOperation.js'

const chainId = 5_042_002
const signer: Address = '0x1111111111111111111111111111111111111111'
const safe: Address = '0x5555555555555555555555555555555555555555'
const payee: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const usdc: Address = '0x3600000000000000000000000000000000000000'
const none: Address = '0x0000000000000000000000000000000000000000'

describe('the refund in a signed transaction of a Safe', () => {
  const sign = (fields: object) => {
    const message = { to: safe, value: 0, data: '0x', operation: 0, safeTxGas: 0, baseGas: 0, nonce: 0, ...fields }
    return decodeSignature({ primaryType: 'SafeTx', domain: { verifyingContract: safe }, message }, { signer, chainId })
  }

  test('is refused where any account that executes it gets it', () => {
    expect(sign({ gasPrice: '1000000', gasToken: usdc, refundReceiver: none }).refusal?.reason).toBe('unread_signature')
    expect(sign({ gasPrice: '1000000' }).refusal?.reason).toBe('unread_signature')
  })

  test('pays the receiver that it names, in the token that it names', () => {
    expect(sign({ gasPrice: '1', gasToken: usdc, refundReceiver: payee })).toMatchObject({
      movements: [{ payer: safe, payee, token: usdc, amount: undefined, carrier: 'refund' }],
      refusal: undefined,
    })
    expect(sign({ gasPrice: '0', gasToken: usdc, refundReceiver: none })).toMatchObject({
      movements: [],
      refusal: undefined,
    })
  })
})

describe('the set-up of an account that delegates, before its operation', () => {
  const abi = parseAbi([
    'function initialize(address)',
    'function execute(address, uint256, bytes)',
    'function handleOps((address, uint256, bytes, bytes, bytes32, uint256, bytes32, bytes, bytes)[], address)',
  ])
  const marker = `7702${'0'.repeat(36)}`
  const takeOver = encodeFunctionData({ abi, functionName: 'initialize', args: [payee] })
  const pay = encodeFunctionData({ abi, functionName: 'execute', args: [payee, 5n, '0x'] })
  const initCode = (data: Hex): Hex => `0x${marker}${data.slice(2)}`
  const operation = { sender: safe, nonce: '0x0', callData: '0x' }

  test.each<[string, object]>([
    ['packed', { initCode: initCode(pay) }],
    ['as factory', { factory: `0x${marker}`, factoryData: pay }],
    ['as a short factory', { factory: '0x7702', factoryData: pay }],
    ['beside an empty one', { initCode: '0x', factory: '0x7702', factoryData: pay }],
    ['in both forms', { initCode: initCode(pay), factory: '0x7702', factoryData: pay }],
  ])('is read as a call of the account: %s', async (_, fields) => {
    const decoded = await decodeUserOperation({ chainId, userOperation: { ...operation, ...fields } })
    expect(decoded.movements).toMatchObject([{ payer: safe, payee, token: 'native', amount: 5n }])
  })

  test('is refused where it cannot be read and names an address', async () => {
    const userOperation = { ...operation, initCode: initCode(takeOver) }
    expect((await decodeUserOperation({ chainId, userOperation })).refusal?.reason).toBe('unread_with_value')
    const message = { sender: safe, callData: '0x', initCode: initCode(takeOver) }
    const domain = { verifyingContract: usdc }
    expect(
      decodeSignature({ primaryType: 'PackedUserOperation', domain, message }, { signer, chainId }).refusal?.reason,
    ).toBe('unread_with_value')
    const zero: Hex = `0x${'00'.repeat(32)}`
    const data = encodeFunctionData({
      abi,
      functionName: 'handleOps',
      args: [[[safe, 0n, initCode(takeOver), '0x', zero, 0n, zero, '0x', '0x']], signer],
    })
    expect(decodeCall({ chainId, from: signer, to: usdc, data }).refusal?.reason).toBe('unread_with_value')
  })

  test('is nothing where it is empty, and of a new account its factory', async () => {
    for (const fields of [{ initCode: '0x' }, { initCode: '0x7702' }, { initCode: `0x${marker}` }, { factory: null }])
      expect(await decodeUserOperation({ chainId, userOperation: { ...operation, ...fields } })).toMatchObject({
        movements: [],
        refusal: undefined,
      })
    const userOperation = { ...operation, factory: payee, factoryData: takeOver }
    expect((await decodeUserOperation({ chainId, userOperation })).refusal).toBeUndefined()
    for (const fields of [{ initCode: 'x' }, { initCode: initCode(takeOver), factory: '0x7702', factoryData: pay }])
      expect((await decodeUserOperation({ chainId, userOperation: { ...operation, ...fields } })).refusal?.reason).toBe(
        'malformed',
      )
  })
})
