import { type Hex, keccak256, serializeTransaction, type TransactionSerializable, toHex } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { decodeRawTransaction } from './decodeRawTransaction.js'

const chainId = 5042002
const account = privateKeyToAccount(keccak256(toHex('guard: sender')))
const other = privateKeyToAccount(keccak256(toHex('guard: authority')))
const payee = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const delegate = '0x2222222222222222222222222222222222222222'
const fees = { maxFeePerGas: 10n, maxPriorityFeePerGas: 1n }
const call = { to: payee, value: 7n, gas: 21_000n, nonce: 3 } as const
const native = { payer: account.address, payee, chainId, token: 'native', amount: 7n, carrier: 'native', path: [] }

describe('decodeRawTransaction', () => {
  test.each<[string, TransactionSerializable]>([
    ['eip1559', { ...call, ...fees, chainId, type: 'eip1559' }],
    [
      'eip2930',
      { ...call, gasPrice: 10n, chainId, type: 'eip2930', accessList: [{ address: payee, storageKeys: [] }] },
    ],
    ['legacy', { ...call, gasPrice: 10n, chainId, type: 'legacy' }],
    ['a nonce and value of zero', { ...call, ...fees, nonce: 0, chainId, type: 'eip1559' }],
  ])('parameter: %s', async (_, transaction) => {
    const decoded = await decodeRawTransaction(await account.signTransaction(transaction), chainId)
    expect(decoded).toEqual({ from: account.address, movements: [native], notes: [], refusal: undefined })
  })

  test('parameter: one from before EIP-155, which is valid on every chain', async () => {
    const { chainId: _, ...transaction } = { ...call, gasPrice: 10n, type: 'legacy', chainId } as const
    const signature = await sign({
      hash: keccak256(serializeTransaction(transaction)),
      privateKey: keccak256(toHex('guard: sender')),
    })
    const raw = serializeTransaction(transaction, signature)
    expect(await decodeRawTransaction(raw, chainId)).toMatchObject({ from: account.address, movements: [native] })
  })

  test('behavior: EIP-7702 hands over the account that signed the authorization', async () => {
    const authorization = { address: delegate, chainId, nonce: 0 } as const
    const authorizationList = [
      await other.signAuthorization(authorization),
      await account.signAuthorization({ ...authorization, chainId: 0, nonce: 4 }),
      await account.signAuthorization({ ...authorization, address: '0x0000000000000000000000000000000000000000' }),
    ]
    const raw = await account.signTransaction({ ...call, ...fees, chainId, type: 'eip7702', authorizationList })
    const { movements } = await decodeRawTransaction(raw, chainId)
    const delegation = { payee: delegate, chainId, token: 'native', amount: undefined, carrier: 'delegation' }
    expect(movements).toEqual([
      native,
      { ...delegation, payer: other.address, path: ['authorization'] },
      { ...delegation, payer: account.address, path: ['authorization'] },
    ])
  })

  test('error: another chain', async () => {
    const raw = await account.signTransaction({ ...call, ...fees, chainId: 1, type: 'eip1559' })
    expect(await decodeRawTransaction(raw, chainId)).toMatchObject({
      from: account.address,
      movements: [],
      refusal: { reason: 'other_chain', message: 'The transaction is for chain 1.' },
    })
  })

  test('error: bytes after the transaction, unsigned ones, and no transaction at all', async () => {
    const raw = await account.signTransaction({ ...call, ...fees, chainId, type: 'eip1559' })
    const unsigned = serializeTransaction({ ...call, ...fees, chainId, type: 'eip1559' })
    for (const one of [`${raw}00`, unsigned, '0x', '0x02', `0x${'f8'.repeat(40)}` as Hex, 'f8', 7, null, undefined, {}])
      expect(await decodeRawTransaction(one, chainId)).toMatchObject({
        from: undefined,
        refusal: { reason: 'malformed' },
      })
  })
})
