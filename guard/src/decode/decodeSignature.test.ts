import {
  type Address,
  concatHex,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint160,
  maxUint256,
  padHex,
  parseAbi,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { decodePermission } from './decodePermission.js'
import { decodeSendCalls } from './decodeSendCalls.js'
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

test.each([
  ['TransferWithAuthorization', { from: signer, to: signer, value: amount }],
  ['ReceiveWithAuthorization', { from: signer, to: signer, value: amount }],
  ['Permit', { owner: signer, spender: signer, value: amount }],
  ['PermitSingle', { details: { token, amount }, spender: signer }],
  ['PermitTransferFrom', { permitted: { token, amount }, spender: signer }],
  ['Delegation', { ...limited, delegate: signer, caveats: [] }],
])('%s: what the signer gives itself is not a payment', (primaryType, message) => {
  expect(signed(primaryType, message)).toEqual({ movements: [], notes: [] })
})

describe('BurnIntent', () => {
  const spec = {
    sourceDomain: '26',
    destinationDomain: '6',
    sourceToken: padHex(token),
    sourceDepositor: padHex(signer),
    destinationRecipient: padHex(spender),
    value: amount,
    hookData: '0x',
  }
  const intent = (change: object = {}) => signed('BurnIntent', { spec: { ...spec, ...change } })

  test('default: pays the recipient on the other chain out of the deposit', () => {
    const { movements, notes, refusal } = intent()
    expect(movements).toMatchObject([
      { payer: signer, payee: spender, amount: 5n, chainId: 84_532, sourceChainId: chainId },
    ])
    expect([notes, refusal]).toEqual([[], undefined])
  })

  const chains = 'A burn intent names a chain that is unknown here.'
  const parties = 'A burn intent names a party that is not an address of an EVM chain.'
  const longer = `0x01${padHex(spender).slice(4)}`
  test.each([
    [{ sourceDomain: '999' }, chains],
    [{ destinationDomain: '999' }, chains],
    [{ sourceDepositor: longer }, parties],
    [{ destinationRecipient: longer }, parties],
    [{ sourceToken: longer }, parties],
    [{ sourceDepositor: undefined }, parties],
    [{ destinationRecipient: 'x' }, parties],
  ])('refused with %o', (change, message) => {
    const { movements, refusal } = intent(change)
    expect(movements).toEqual([])
    expect(refusal).toMatchObject({ reason: 'unknown_destination', message })
  })

  test('data for a hook is noted', () => {
    for (const hookData of [undefined, '', '0x']) expect(intent({ hookData }).notes).toEqual([])
    expect(intent({ hookData: '0x01' }).notes).toMatchObject([{ kind: 'hook', to: spender }])
  })
})

test('Permit: the owner pays, under either name, and the signer where none is named', () => {
  const other: Address = `0x${'4'.repeat(40)}`
  const payerOf = (fields: object) => signed('Permit', { spender, value: '5', ...fields }).movements[0]?.payer
  expect([payerOf({ owner: other }), payerOf({ holder: other }), payerOf({})]).toEqual([other, other, signer])
  expect(signed('Permit', { spender, value: '5' }).movements).toMatchObject([{ payee: spender, path: ['Permit'] }])
})

test('Delegation: each address that a caveat packs may be paid', () => {
  const packed = ['4', '5', '6'].map((digit): Address => `0x${digit.repeat(40)}`)
  const payeesOf = (terms: Hex) => {
    const { movements } = signed('Delegation', { ...limited, caveats: [{ enforcer: token, terms }] })
    return movements.map(({ payee }) => payee.toLowerCase())
  }
  expect(payeesOf(concatHex(packed))).toEqual([spender, ...packed])
  expect(payeesOf(concatHex(packed.slice(1)))).toEqual([spender, ...packed.slice(1)])
  // A token before an amount.
  expect(payeesOf(concatHex([packed[0] ?? '0x', padHex('0x05')]))).toEqual([spender, packed[0]])
})

test('a batch has 256 calls at most', () => {
  const batch = (length: number) =>
    decodeSendCalls({ chainId, from: signer, calls: Array.from({ length }, () => ({ to: spender, value: '0x1' })) })
  expect(batch(256).refusal).toBeUndefined()
  expect(batch(257).refusal).toMatchObject({ reason: 'too_many', message: 'The batch has more than 256 calls.' })
})

const payee: `0x${string}` = '0xd9a1c3788d81257612e2581a6ea0ada244853a91'
const paid = ({ movements, refusal }: Decoded) => ({
  refusal: refusal?.reason,
  movements: movements.map((one) => `${one.payer} ${one.payee} ${one.token} ${one.amount ?? 'any'}`.toLowerCase()),
})

test.each(['false', '0', 'no', null])('Permit with a flag: %s as a text takes nothing back', (allowed) => {
  // Some wallets take any text for true.
  const { movements } = paid(signed('Permit', { holder: signer, spender, nonce: '1', expiry: '0', allowed }))
  expect(movements).toEqual([`${signer} ${spender} ${token} any`])
})

test('Permit with a flag: false takes the allowance back', () => {
  expect(signed('Permit', { holder: signer, spender, nonce: '1', expiry: '0', allowed: false }).movements).toEqual([])
})

test('SafeOp: what the Safe executes once its module gets the signature', () => {
  const callData = encodeFunctionData({
    abi: parseAbi(['function executeUserOp(address to, uint256 value, bytes data, uint8 operation)']),
    args: [payee, 5n, '0x', 0],
  })
  expect(paid(signed('SafeOp', { safe: spender, nonce: '0', initCode: '0x', callData }))).toEqual({
    refusal: undefined,
    movements: [`${spender} ${payee} native 5`],
  })
})

test('SpendPermission: the spender of each', () => {
  const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
  expect(paid(signed('SpendPermission', { account: signer, spender, token: coin, allowance: '5' }))).toEqual({
    refusal: undefined,
    movements: [`${signer} ${spender} native any`],
  })
  const permissions = [
    { spender, token, allowance: '5' },
    { spender: payee, token: coin, allowance: '5' },
  ]
  expect(paid(signed('SpendPermissionBatch', { account: signer, period: '1', permissions }))).toEqual({
    refusal: undefined,
    movements: [`${signer} ${spender} ${token} any`, `${signer} ${payee} native any`],
  })
})

test('typed data of the account itself that is not known is refused, unless it names no other account', () => {
  const own = (message: Record<string, unknown>) =>
    decodeSignature(
      { primaryType: 'SignedBatchedCall', domain: { verifyingContract: signer }, message },
      { signer, chainId },
    )
  expect(own({ calls: [{ to: payee, value: '5' }] }).refusal?.reason).toBe('unread_signature')
  expect(paid(own({ calls: [], nonce: '5' }))).toEqual({ movements: [], refusal: undefined })
})

test('the mark of a coin that is USDC names USDC, and that of another coin does not', () => {
  const order = { maker: signer, receiver: payee, sell: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' }
  const of = (chain: number) =>
    decodeSignature(
      { primaryType: 'Order', domain: { verifyingContract: spender }, message: order },
      { signer, chainId: chain },
    )
  expect(of(chainId).movements.map(({ payee: one }) => one.toLowerCase())).toContain(payee)
  expect(paid(of(84_532))).toEqual({ movements: [], refusal: undefined })
  expect(of(84_532).notes.map(({ kind }) => kind)).toEqual(['unread_signature'])
})

test.each([
  ['MetaTransaction', { nonce: '0', from: signer }, token],
  ...['SponsoredCallERC2771', 'CallWithERC2771', 'SponsoredCallConcurrentERC2771', 'CallWithConcurrentERC2771'].map(
    (name): [string, Record<string, unknown>, string] => [name, { user: signer, target: spender }, spender],
  ),
])('%s: the call that a relayer makes for the signer', (primaryType, message, callee) => {
  const call = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payee, 5n] })
  const decoded = signed(primaryType, { ...message, functionSignature: call, data: call })
  expect(paid(decoded)).toEqual({ refusal: undefined, movements: [`${signer} ${payee} ${callee} 5`] })
})
