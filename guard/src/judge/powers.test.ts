import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { inspectRequest } from './inspectRequest.js'

const from: Address = '0x1111111111111111111111111111111111111111'
const context = { chainId: 5_042_002, account: async () => from }
const connect = (capabilities?: unknown) => ({ method: 'wallet_connect', params: [{ version: '1', capabilities }] })
const batch = (capabilities: unknown) => ({
  method: 'wallet_sendCalls',
  params: [{ version: '2.0.0', from, calls: [], capabilities }],
})
const call = (capabilities: unknown) => ({
  method: 'wallet_sendCalls',
  params: [{ version: '2.0.0', from, calls: [{ to: from, capabilities }] }],
})
const power = { expiry: 1, key: { type: 'p256', publicKey: '0x12' }, permissions: { spend: [{ limit: '0x1' }] } }

describe('a request that hands powers over beside what it is for', () => {
  test.each([
    ['permissions with a connection', connect({ grantPermissions: power })],
    ['administrators with a connection', connect({ grantAdmins: [power] })],
    ['a key with a connection', connect({ authorizeAccessKey: power })],
    ['a limit to spend with a connection', connect({ spendPermissions: power })],
    ['calls before a batch', batch({ preCalls: [{ context: {}, signature: '0x12' }] })],
    ['a delegation with a batch', batch({ eip7702Auth: { address: from } })],
    ['permissions with a call of a batch', call({ grantPermissions: power })],
    ['a method of such a name', { method: 'wallet_grantAdmin', params: [power] }],
    ['another one', { method: 'wallet_authorizeAccessKey', params: [power] }],
  ])('is refused: %s', async (_, request) => {
    const inspected = await inspectRequest(request, context)
    const purpose = request.method === 'wallet_sendCalls' ? 'broadcast' : 'signature'
    expect(inspected).toMatchObject({
      purpose,
      chainId: context.chainId,
      decoded: { refusal: { reason: 'malformed' } },
    })
  })

  test('is refused by the name of the power, in plain letters', async () => {
    const message = (await inspectRequest(connect({ 'grant é': power }), context))?.decoded.refusal?.message
    expect(message).toBe('wallet_connect: grant?? cannot be checked.')
  })

  test.each([
    ['a connection', { method: 'wallet_connect' }],
    ['a connection without capabilities', connect()],
    ['a sign-in', connect({ signInWithEthereum: { nonce: 'x', chainId: '0x1' } })],
    ['permissions that are asked for', { method: 'wallet_getPermissions', params: [] }],
    ['accounts to connect', { method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] }],
  ])('passes: %s', async (_, request) => {
    expect(await inspectRequest(request, context)).toBeUndefined()
  })

  test('passes: a batch that pays its fees in another way', async () => {
    const sponsored = batch({ paymasterService: { url: 'https://pay.example' }, atomic: { status: 'supported' } })
    expect((await inspectRequest(sponsored, context))?.decoded).toMatchObject({ movements: [], refusal: undefined })
  })
})
