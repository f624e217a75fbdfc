import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { inspectRequest, type RpcRequest } from '../judge/inspectRequest.js'

const chainId = 5_042_002
const from: Address = '0x1111111111111111111111111111111111111111'
const friend: Address = '0x2222222222222222222222222222222222222222'
const payee: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const none: Address = '0x0000000000000000000000000000000000000000'
const transfer = `0xa9059cbb${payee.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}`
const nothing = `0xa9059cbb${payee.slice(2).padStart(64, '0')}${'0'.padStart(64, '0')}`

const authorization = (fields: object): RpcRequest => ({
  method: 'eth_signAuthorization',
  params: [{ account: from, chainId, nonce: 0, ...fields }],
})
const transaction = (fields: object): RpcRequest => ({
  method: 'eth_sendTransaction',
  params: [{ from, to: friend, ...fields }],
})
const signed = { chainId: '0x4cef52', nonce: '0x0', r: `0x${'12'.repeat(32)}`, s: `0x${'34'.repeat(32)}` }
const permission = (fields: object): RpcRequest => ({
  method: 'wallet_requestExecutionPermissions',
  params: [[{ chainId: '0x4cef52', from, permission: { type: 'native-token-allowance', data: {} }, ...fields }]],
})
const signer = (address: Address) => ({ type: 'account', data: { address } })

/** Two names of one member, of which wallets and nodes read the one or the other. */
const pairs: readonly [what: string, RpcRequest][] = [
  ['data and input', transaction({ data: nothing, input: transfer })],
  ['input and data', transaction({ data: transfer, input: nothing })],
  ['address and contractAddress', authorization({ address: none, contractAddress: payee })],
  ['contractAddress and address', authorization({ address: payee, contractAddress: none })],
  [
    'address and contractAddress of a list',
    transaction({ authorizationList: [{ ...signed, yParity: '0x0', address: none, contractAddress: payee }] }),
  ],
  [
    'yParity and v, of which each names another account',
    transaction({ authorizationList: [{ ...signed, yParity: '0x0', v: '0x1', address: payee }] }),
  ],
  ['to and signer', permission({ to: friend, signer: signer(payee) })],
  ['from and address', permission({ to: friend, address: payee })],
]

describe('two names of one member that differ', () => {
  test.each(pairs)('%s', async (_, request) => {
    expect((await inspectRequest(request, { chainId }))?.decoded.refusal?.reason).toBe('malformed')
  })

  test('behavior: where they agree, in any case of letters, the request is read', async () => {
    for (const request of [
      transaction({ data: transfer, input: transfer.toUpperCase().replace('0X', '0x') }),
      authorization({ address: payee, contractAddress: payee.toLowerCase() }),
      transaction({ authorizationList: [{ ...signed, yParity: '0x0', v: '0x1b', address: payee }] }),
      permission({ to: payee, signer: signer(payee) }),
      permission({ to: payee, address: from }),
    ]) {
      const decoded = (await inspectRequest(request, { chainId }))?.decoded
      expect(decoded?.refusal).toBeUndefined()
      expect(decoded?.movements.length).toBeGreaterThan(0)
    }
  })
})
