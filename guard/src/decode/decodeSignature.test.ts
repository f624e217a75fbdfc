import { maxUint160, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { decodePermission } from './decodePermission.js'
import { decodeSignature } from './decodeSignature.js'
import type { Decoded } from './types.js'

const [signer, spender, token] = ['1', '2', '3'].map((digit): `0x${string}` => `0x${digit.repeat(40)}`) as [
  // The list above has three entries.
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const chainId = 5_042_002
const signed = (primaryType: string, message: Record<string, unknown>) =>
  decodeSignature({ primaryType, domain: { verifyingContract: token }, message }, { signer, chainId })

test.each([
  ['Permit', { owner: signer, spender, value: String(maxUint256) }],
  ['PermitSingle', { details: { token, amount: String(maxUint160) }, spender }],
  ['PermitBatch', { details: [{ token, amount: String(maxUint160) }], spender }],
  ['PermitTransferFrom', { permitted: { token, amount: String(maxUint256) }, spender }],
  ['PermitBatchTransferFrom', { permitted: [{ token, amount: String(maxUint256) }], spender }],
  ['PermitWitnessTransferFrom', { permitted: { token, amount: String(maxUint256) }, spender, witness: {} }],
  ['PermitBatchWitnessTransferFrom', { permitted: [{ token, amount: String(maxUint256) }], spender, witness: {} }],
])('%s: the largest amount is not a limit, as in a call', (primaryType, message) => {
  expect(signed(primaryType, message).movements.map(({ amount }) => amount)).toEqual([undefined])
})

test('PermitTransferFrom: the largest amount of a Permit2 allowance is an exact amount', () => {
  const { movements } = signed('PermitTransferFrom', { permitted: { token, amount: String(maxUint160) }, spender })
  expect(movements.map(({ amount }) => amount)).toEqual([maxUint160])
})

const amount = '5'
const limited = { token: 'native', delegator: signer, delegate: spender }
const namedTwice: readonly [string, Decoded][] = [
  [
    'PermitWitnessTransferFrom',
    signed('PermitWitnessTransferFrom', { permitted: { token, amount }, spender, witness: { reactor: spender } }),
  ],
  [
    'PermitBatchWitnessTransferFrom',
    signed('PermitBatchWitnessTransferFrom', {
      permitted: [{ token, amount }],
      spender,
      witness: { reactor: spender.toUpperCase().replace('X', 'x') },
    }),
  ],
  ['Delegation', signed('Delegation', { ...limited, caveats: [{ enforcer: token, terms: spender }] })],
  [
    'permission',
    decodePermission(
      {
        to: spender,
        permission: { type: 'native-token-stream' },
        rules: [{ type: 'payee', data: { addresses: [spender] } }],
      },
      { payer: signer, chainId },
    ),
  ],
]

test.each(namedTwice)('%s: an address that is named twice is paid once', (_, { movements }) => {
  expect(movements.map(({ payee }) => payee.toLowerCase())).toEqual([spender])
})
