import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeFunctionData, type Hex, parseAbi, toFunctionSelector, zeroAddress, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { usdcAbi } from '../../chain/usdc.js'
import { multicallAbi } from '../../shield/multicallAbi.js'
import { wrapInMemo } from '../../transfer/memo.js'
import { signatureStep, transactionStep } from './steps.js'

const [token, spender, memo, multicall]: Address[] = [
  '0x3600000000000000000000000000000000000000',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xcA11bde05977b3631167028862bE2a173976CA11',
] as const
const claimHash: Hex = `0x${'ab'.repeat(32)}`
const chainId = 5042002
const approve = (amount: bigint) => ({
  to: token as Address,
  data: encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [spender as Address, amount] }),
})
const send = {
  to: spender as Address,
  data: encodeFunctionData({
    abi: protectedTransferAbi,
    functionName: 'sendProtected',
    args: [zeroHash, spender as Address, 25_000_000n, claimHash],
  }),
}
const approved = (amount: string) => ({
  to: token,
  functionName: 'approve',
  args: { spender, amount },
  through: null,
})
const sent = {
  to: spender,
  functionName: 'sendProtected',
  args: { configId: zeroHash, to: spender, amount: '25000000', claimHash },
  through: null,
}

describe('transactionStep', () => {
  test('default: each call by its function and arguments, numbers as text', () => {
    expect(transactionStep(chainId, [approve(2n ** 200n), send], [])).toEqual({
      kind: 'transaction',
      chainId,
      calls: [approved(`${2n ** 200n}`), sent],
      sealed: [],
    })
  })

  test('a call through the Memo predeploy is the call that it makes', () => {
    const wrapped = { to: memo as Address, data: wrapInMemo(send.to, send.data, claimHash) }
    expect(transactionStep(chainId, [wrapped], []).calls).toEqual([{ ...sent, through: memo }])
  })

  test('a multicall is the calls that it makes, in order', () => {
    const calls = [approve(1n), send].map(({ to, data }) => ({ target: to, allowFailure: false, callData: data }))
    const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] })
    expect(transactionStep(chainId, [{ to: multicall as Address, data }], []).calls).toEqual([
      { ...approved('1'), through: multicall },
      { ...sent, through: multicall },
    ])
  })

  test('the ABI of the call comes before the others', () => {
    const abi = parseAbi(['error None()', 'function other()', 'function approve(address who, uint256)'])
    expect(transactionStep(chainId, [{ ...approve(3n), abi }], []).calls).toEqual([
      { to: token, functionName: 'approve', args: { who: spender, 1: '3' }, through: null },
    ])
  })

  test('of two functions with one name, the one that is called names the arguments', () => {
    const abi = parseAbi(['function go(uint256 first)', 'function go(address second)'])
    const data = encodeFunctionData({ abi: [abi[1]], functionName: 'go', args: [zeroAddress] })
    expect(transactionStep(chainId, [{ to: token as Address, data, abi }], []).calls).toMatchObject([
      { functionName: 'go', args: { second: zeroAddress } },
    ])
  })

  test('a function of no ABI is shown as its data', () => {
    const data: Hex = '0xdeadbeef0102'
    expect(transactionStep(chainId, [{ to: token as Address, data }], []).calls).toEqual([
      { to: token, functionName: '0xdeadbeef', args: { data }, through: null },
    ])
  })

  test('a function without arguments has none', () => {
    const abi = parseAbi(['function stop()'])
    const data = toFunctionSelector('function stop()')
    expect(transactionStep(chainId, [{ to: token as Address, data, abi }], []).calls).toEqual([
      { to: token, functionName: 'stop', args: {}, through: null },
    ])
  })

  test('sealed arguments are left out, and named where the calls have them', () => {
    const step = transactionStep(chainId, [approve(1n), send], ['claimHash', 'salt', 'spender'])
    expect(step.calls.map(({ args }) => Object.keys(args))).toEqual([['amount'], ['configId', 'to', 'amount']])
    expect(step.sealed).toEqual(['claimHash', 'spender'])
  })

  test('a sealed field of an argument is left out wherever it is in it, and nothing else of its name', () => {
    const abi = parseAbi([
      'function pay((address to, bytes signature, (bytes signature, uint8[] parts) inner)[] claims, bytes signature)',
    ])
    const claim = { to: zeroAddress, signature: '0x12', inner: { signature: '0x34', parts: [1, 2] } } as const
    const data = encodeFunctionData({ abi, functionName: 'pay', args: [[claim, claim], '0x56'] })
    const step = transactionStep(
      chainId,
      [{ to: token as Address, data, abi }],
      ['claims.signature', 'others.signature'],
    )
    const left = { to: zeroAddress, inner: { parts: [1, 2] } }
    expect(step.calls[0]?.args).toEqual({ claims: [left, left], signature: '0x56' })
    expect(step.sealed).toEqual(['claims.signature'])
  })
})

test('transactionStep: a sealed field is one of the argument that it names, whatever the length of other names', () => {
  const abi = parseAbi(['function pay((bytes salt) order, (bytes salt) other)'])
  const data = encodeFunctionData({ abi, functionName: 'pay', args: [{ salt: '0x12' }, { salt: '0x34' }] })
  const step = transactionStep(chainId, [{ to: token as Address, data, abi }], ['other.salt'])
  expect(step.calls[0]?.args).toEqual({ order: { salt: '0x12' }, other: {} })
})

describe('signatureStep', () => {
  const types = {}
  const domain = { name: 'USDC', chainId: 5042002n, verifyingContract: token as Address }

  test('default: domain and message as JSON has them', () => {
    const message = { value: 5n, isOpen: false, count: 3, note: 'x', none: undefined, spec: { list: [1n, null] } }
    expect(signatureStep({ domain, types, primaryType: 'Pay', message }, [])).toEqual({
      kind: 'signature',
      domain: { name: 'USDC', chainId: '5042002', verifyingContract: token },
      primaryType: 'Pay',
      message: { value: '5', isOpen: false, count: 3, note: 'x', none: null, spec: { list: ['1', null] } },
      sealed: [],
    })
  })

  test('sealed fields are left out at any depth, and named where the message has them', () => {
    const message = { value: 5n, deadline: 7n, spec: { salt: '0x1', of: [{ salt: '0x2', to: 'a' }, null, 'salt'] } }
    const step = signatureStep({ domain, types, primaryType: 'Pay', message }, ['salt', 'deadline', 'nonce'])
    expect(step.message).toEqual({ value: '5', spec: { of: [{ to: 'a' }, null, 'salt'] } })
    expect(step.sealed).toEqual(['salt', 'deadline'])
  })
})
