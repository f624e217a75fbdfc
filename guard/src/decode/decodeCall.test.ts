import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'

const chainId = 5042002
const from = '0x1111111111111111111111111111111111111111'
const payee = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const usdc = '0x3600000000000000000000000000000000000000'

const transfer = (amount: bigint, to: `0x${string}` = payee) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
const approve = (amount: bigint, spender: `0x${string}` = payee) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })

describe('decodeCall', () => {
  test('default', () => {
    expect(decodeCall({ chainId, from, to: usdc, data: transfer(5n) })).toEqual({
      movements: [{ payer: from, payee, chainId, token: usdc, amount: 5n, carrier: 'transfer', path: ['transfer'] }],
      notes: [],
      refusal: undefined,
    })
  })

  test('parameter: value', () => {
    const [movement] = decodeCall({ chainId, from, to: payee, value: 10n ** 18n }).movements
    expect(movement).toEqual({
      payer: from,
      payee,
      chainId,
      token: 'native',
      amount: 10n ** 18n,
      carrier: 'native',
      path: [],
    })
  })

  test('behavior: an unlimited approval has no amount, an approval of nothing and one of oneself move nothing', () => {
    expect(decodeCall({ chainId, from, to: usdc, data: approve(maxUint256) }).movements).toMatchObject([
      { payee, amount: undefined, carrier: 'approval' },
    ])
    for (const data of [approve(0n), approve(5n, from), transfer(5n, from), transfer(0n)])
      expect(decodeCall({ chainId, from, to: usdc, data })).toEqual({ movements: [], notes: [], refusal: undefined })
  })

  test('error: data of a known function that ends early', () => {
    const { refusal } = decodeCall({ chainId, from, to: usdc, data: transfer(5n).slice(0, -2) as `0x${string}` })
    expect(refusal).toEqual({ reason: 'malformed', message: 'The data of transfer is malformed.', path: ['transfer'] })
  })
})
