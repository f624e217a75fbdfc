import { genuine, impostor } from '@holdfast/testkit/riskScene'
import {
  type Address,
  concat,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { options, paying, USDC, Wallet } from '../../test/recorder.js'
import { createGrants } from '../judge/createGrants.js'
import { guardProvider } from './guardProvider.js'

const account = privateKeyToAccount(generatePrivateKey()).address
const transaction = { from: account, to: USDC, data: paying(getAddress(impostor)) }
const permit = (over: { primaryType?: string; message?: object; domain?: object | undefined; types?: object }) => {
  const { primaryType = 'Permit', message = { owner: account, spender: impostor, value: '1' } } = over
  return {
    domain: { name: 'USDC', version: '2', chainId: 5_042_002, verifyingContract: USDC },
    primaryType,
    types: typesOf(primaryType, message),
    message,
    ...over,
  }
}

/** Types that declare each member of a message. */
function typesOf(struct: string, message: object): Record<string, { name: string; type: string }[]> {
  let types = {}
  const members = Object.entries(message).map(([name, value]) => {
    const one: unknown = Array.isArray(value) ? value[0] : value
    const list = Array.isArray(value) ? '[]' : ''
    if (typeof one !== 'object' || one === null) return { name, type: `string${list}` }
    types = { ...types, ...typesOf(`${name}Type`, one) }
    return { name, type: `${name}Type${list}` }
  })
  return { ...types, [struct]: members }
}

/** Typed data whose types declare `signed` alone, with further members beside it that no signature covers. */
const beside = (signed: object, unsigned: object, primaryType = 'Permit') => ({
  method: 'eth_signTypedData_v4',
  params: [account, permit({ primaryType, types: typesOf(primaryType, signed), message: { ...signed, ...unsigned } })],
})
const owned = { owner: account, spender: impostor, value: '1', nonce: '0', deadline: '9' }
const ofDai = { holder: account, spender: impostor, nonce: '0', expiry: '9', allowed: true }
const single = {
  details: { token: USDC, amount: '1', expiration: '9', nonce: '0' },
  spender: impostor,
  sigDeadline: '9',
}
const stub = 'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,W w)'

const gatewayDomain = { name: 'GatewayWallet', version: '1' }
const intending = (over: object) => ({
  domain: gatewayDomain as object,
  primaryType: 'BurnIntent',
  message: {
    maxBlockHeight: '1',
    maxFee: '0',
    spec: {
      version: 1,
      sourceDomain: 26,
      destinationDomain: 26,
      sourceToken: pad(USDC),
      sourceDepositor: pad(account),
      destinationRecipient: pad(genuine),
      value: '1',
      hookData: '0x',
      ...over,
    },
  },
})
const forwarder = getAddress(`0x${'f0'.repeat(20)}`)
const anyone = '0x0000000000000000000000000000000000000a11'
const delegation = { delegate: genuine, delegator: account, authority: `0x${'ff'.repeat(32)}`, caveats: [], salt: '0' }
const executing = (to: Address, data: Hex) =>
  encodeFunctionData({
    abi: parseAbi(['function execute(address to, uint256 value, bytes data)']),
    args: [to, 0n, data],
  })

/** Requests by which a page could try to have an imitation paid. */
const attacks: Readonly<Record<string, object>> = {
  'a value beside data of another reading': {
    method: 'eth_sendTransaction',
    params: [{ ...transaction, input: '0x' }],
  },
  'an address in another case': {
    method: 'eth_sendTransaction',
    params: [{ ...transaction, to: impostor.toUpperCase().replace('0X', '0x'), data: '0x', value: '0x1' }],
  },
  'a value in decimal': {
    method: 'eth_sendTransaction',
    params: [{ from: account, to: impostor, value: '1000000000000000000' }],
  },
  'a value that is a number': { method: 'eth_sendTransaction', params: [{ from: account, to: impostor, value: 1e15 }] },
  'a second transaction behind a harmless first': {
    method: 'wallet_sendCalls',
    params: [{ from: account, calls: [{ to: account, value: '0x1' }, transaction] }],
  },
  'a batch that is not a list': { method: 'wallet_sendCalls', params: { from: account, calls: [transaction] } },
  'a chain in the request that is not the one in use': {
    method: 'eth_sendTransaction',
    params: [{ ...transaction, chainId: '0x1' }],
  },
  'a request inside a request inside a request': {
    method: 'wallet_invokeMethod',
    params: {
      scope: 'eip155:5042002',
      request: {
        method: 'wallet_invokeMethod',
        params: { scope: 'eip155:5042002', request: { method: 'eth_sendTransaction', params: [transaction] } },
      },
    },
  },
  'a request inside a request for another kind of chain': {
    method: 'wallet_invokeMethod',
    params: { scope: 'solana:1', request: { method: 'eth_sendTransaction', params: [transaction] } },
  },
  'a method that is not text': { method: ['eth_sendTransaction'], params: [transaction] },
  'a method of the prototype': { method: 'constructor_sendTransaction', params: [transaction] },
  'typed data before the signer': { method: 'eth_signTypedData_v4', params: [permit({}), account] },
  'typed data as text before the signer': {
    method: 'eth_signTypedData_v4',
    params: [` ${JSON.stringify(permit({}))}`, account],
  },
  'typed data without types': { method: 'eth_signTypedData_v4', params: [account, permit({ types: {} })] },
  'typed data with a chain in hexadecimal': {
    method: 'eth_signTypedData_v4',
    params: [account, permit({ domain: { chainId: '0x4cef52', verifyingContract: USDC } })],
  },
  'a permit of DAI': {
    method: 'eth_signTypedData_v4',
    params: [account, permit({ message: { holder: account, spender: impostor, allowed: true } })],
  },
  'Permit2 to a witness': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      permit({
        primaryType: 'PermitWitnessTransferFrom',
        message: { permitted: { token: USDC, amount: '1' }, spender: USDC, witness: { to: impostor } },
      }),
    ],
  },
  'an allowance of Permit2 in a batch': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      permit({
        primaryType: 'PermitBatch',
        message: {
          details: [
            { token: USDC, amount: '0' },
            { token: USDC, amount: '1' },
          ],
          spender: impostor,
        },
      }),
    ],
  },
  'a Safe that pays': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      permit({
        primaryType: 'SafeTx',
        message: {
          to: USDC,
          value: '0',
          data: paying(getAddress(impostor)),
          operation: 0,
          baseGas: '0',
          gasPrice: '0',
        },
      }),
    ],
  },
  'Permit2 to a recipient deep in a witness': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      permit({
        primaryType: 'PermitWitnessTransferFrom',
        message: {
          permitted: { token: USDC, amount: '1' },
          spender: USDC,
          witness: { outputs: [{ token: USDC, recipient: impostor }] },
        },
      }),
    ],
  },
  'a burn intent of the Gateway': {
    method: 'eth_signTypedData_v4',
    params: [account, permit(intending({ destinationRecipient: pad(impostor) }))],
  },
  'a burn intent among others': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      permit({
        domain: gatewayDomain,
        primaryType: 'BurnIntentSet',
        message: {
          intents: [
            intending({ destinationRecipient: pad(account) }).message,
            intending({ destinationRecipient: pad(impostor) }).message,
          ],
        },
      }),
    ],
  },
  'a burn intent to a chain that is unknown': {
    method: 'eth_signTypedData_v4',
    params: [account, permit(intending({ destinationDomain: 4_000 }))],
  },
  'a burn intent to an address of another kind of chain': {
    method: 'eth_signTypedData_v4',
    params: [account, permit(intending({ destinationRecipient: `0x${'ab'.repeat(32)}` }))],
  },
  'a delegation': {
    method: 'eth_signTypedData_v4',
    params: [account, permit({ primaryType: 'Delegation', message: { ...delegation, delegate: impostor } })],
  },
  'a delegation to everyone': {
    method: 'eth_signTypedData_v4',
    params: [account, permit({ primaryType: 'Delegation', message: { ...delegation, delegate: anyone } })],
  },
  'a delegation whose terms name the payee': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      permit({
        primaryType: 'Delegation',
        // Byte 4 of the calldata must be this word.
        message: {
          ...delegation,
          caveats: [{ enforcer: USDC, terms: concat([numberToHex(4, { size: 32 }), pad(impostor)]) }],
        },
      }),
    ],
  },
  'a delegation whose terms name allowed targets, packed': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      permit({
        primaryType: 'Delegation',
        message: { ...delegation, caveats: [{ enforcer: USDC, terms: concat([USDC, getAddress(impostor)]) }] },
      }),
    ],
  },
  'a call through a forwarder': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      permit({
        domain: { chainId: 5_042_002, verifyingContract: forwarder },
        primaryType: 'ForwardRequest',
        message: { from: account, to: USDC, value: '0', data: paying(getAddress(impostor)) },
      }),
    ],
  },
  'a user operation as typed data': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      permit({
        domain: { chainId: 5_042_002, verifyingContract: forwarder },
        primaryType: 'PackedUserOperation',
        message: { sender: account, callData: executing(USDC, paying(getAddress(impostor))) },
      }),
    ],
  },
  'an order of an exchange for USDC to another recipient': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      permit({
        domain: { chainId: 5_042_002, verifyingContract: forwarder },
        primaryType: 'Order',
        message: { sellToken: USDC, receiver: impostor, sellAmount: '1' },
      }),
    ],
  },
  'a signature for USDC itself that cannot be read': {
    method: 'eth_signTypedData_v4',
    params: [account, permit({ primaryType: 'Future' })],
  },
  'a permission whose payee rule names a known payee, for another account to redeem': {
    method: 'wallet_requestExecutionPermissions',
    params: [
      [
        {
          chainId: '0x4cef52',
          to: impostor,
          permission: { type: 'native-token-stream', data: {} },
          rules: [{ type: 'payee', data: { addresses: [genuine] } }],
        },
      ],
    ],
  },
  'an unlimited permission without a payee': {
    method: 'wallet_requestExecutionPermissions',
    params: [[{ chainId: '0x4cef52', to: impostor, permission: { type: 'native-token-stream', data: {} } }]],
  },
  'a permit, with the flag of another permit that is not signed': beside(owned, { allowed: false }),
  'a permit of DAI, with a value that is not signed': beside(ofDai, { value: '0' }),
  'a permit of DAI, with an owner that is not signed': beside(ofDai, { owner: impostor }),
  'an allowance of Permit2, with permissions that are not signed': beside(single, { permitted: [] }, 'PermitSingle'),
  'an allowance of Permit2, with an amount that is not signed': beside(
    single,
    { permitted: { token: USDC, amount: '0' } },
    'PermitSingle',
  ),
  'typed data with a chain that is not signed': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      permit({
        types: { ...typesOf('Permit', owned), EIP712Domain: [{ name: 'verifyingContract', type: 'address' }] },
        domain: { chainId: 1, verifyingContract: USDC },
      }),
    ],
  },
  'a type whose name holds another type, so that its signature is one of Permit2': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      permit({
        domain: { name: 'Permit2', chainId: 5_042_002, verifyingContract: forwarder },
        primaryType: `${stub}TokenPermissions(address token,uint256 amount)W`,
        message: { a: `0x${'12'.repeat(32)}`, b: impostor, c: '0', d: '9', e: `0x${'34'.repeat(32)}` },
      }),
    ],
  },
  'a member whose name holds other members': {
    method: 'eth_signTypedData_v4',
    params: [account, permit({ domain: undefined, primaryType: 'Login', message: { 'text,address spender': 'x' } })],
  },
  'a member whose type holds other members': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      permit({
        domain: undefined,
        primaryType: 'Login',
        types: { Login: [{ name: 'b', type: 'string a,string' }] },
        message: { b: 'x' },
      }),
    ],
  },
  'typed data in a list, which a wallet reads as its text': {
    method: 'eth_signTypedData_v4',
    params: [account, [JSON.stringify(permit({}))]],
  },
  'typed data in a list for a wallet that knows no versions': {
    method: 'eth_signTypedData',
    params: [[JSON.stringify(permit({}))], account],
  },
  'parameters by number, with others by name': {
    method: 'eth_sendTransaction',
    params: { 0: transaction, from: account, to: account, value: '0x1' },
  },
  'parameters by name': { method: 'eth_sendRawTransaction', params: { bytes: '0x02' } },
  'a value without 0x, which is decimal or hexadecimal': {
    method: 'eth_sendTransaction',
    params: [{ from: account, to: genuine, value: '10' }],
  },
  'code that an account is to have': {
    method: 'eth_signAuthorization',
    params: [{ account, address: impostor, chainId: '0x4cef52', nonce: '0x0' }],
  },
  'code for an account, by a method that is not known': {
    method: 'wallet_signAuthorization',
    params: [{ contractAddress: genuine }],
  },
  'permissions by a method that is not known': { method: 'experimental_grantPermissions', params: [{}] },
  'a broadcast by a method that is not known': { method: 'eth_submitBundle', params: [{}] },
  'a number that is not read exactly': {
    method: 'eth_signTypedData_v4',
    params: [account, JSON.stringify(permit({ primaryType: 'Login' })).replace('"1"', '1000000000000000000001')],
  },
  'parameters with a function': {
    method: 'eth_sendTransaction',
    params: [{ ...transaction, toJSON: () => ({ ...transaction, to: account }) }],
  },
}

test.each(Object.entries(attacks))('%s does not reach the wallet', async (_, request) => {
  const wallet = new Wallet(account)
  const asked = guardProvider(wallet, options).request(request as { method: string })
  await expect(asked).rejects.toMatchObject({ name: 'GuardRpcError' })
  expect(wallet.asked.filter(({ method }) => !['eth_chainId', 'eth_accounts'].includes(method))).toEqual([])
})

test('an allowance that is taken back, and a login, pass', async () => {
  const wallet = new Wallet(account)
  const provider = guardProvider(wallet, options)
  for (const data of [
    permit({ message: { owner: account, spender: impostor, value: '0' } }),
    permit({ message: { holder: account, spender: impostor, allowed: false } }),
    permit({ primaryType: 'Login', message: { text: 'Hello' }, domain: undefined }),
    permit({ primaryType: 'EIP712Domain', types: { EIP712Domain: [{ name: 'name', type: 'string' }] }, message: {} }),
    permit({ primaryType: 'CancelAuthorization', message: { authorizer: account, nonce: `0x${'01'.repeat(32)}` } }),
    // A known payee, and the account itself.
    permit(intending({})),
    permit(intending({ destinationRecipient: pad(account) })),
    permit({ primaryType: 'Delegation', message: delegation }),
  ])
    await provider.request({ method: 'eth_signTypedData_v4', params: [account, data] })
  await provider.request({
    method: 'eth_signTypedData',
    params: [[{ type: 'string', name: 'Message', value: 'Hi' }], account],
  })
  const none = { account, address: zeroAddress, chainId: '0x0', nonce: '0x0' }
  await provider.request({ method: 'eth_signAuthorization', params: [none] })
  expect(wallet.opened).toHaveLength(10)
})

test('a key that is there twice reaches the wallet as it was judged', async () => {
  const wallet = new Wallet(account)
  const text = JSON.stringify(permit({ primaryType: 'Login', domain: { chainId: 5_042_002 } }))
  const twice = text.replace('"primaryType"', '"primaryType":"Permit","primaryType"')
  await guardProvider(wallet, options).request({ method: 'eth_signTypedData_v4', params: [account, twice] })
  expect(wallet.asked.at(-1)?.params).toEqual([account, text])
})

test.each([
  ['as an object', (data: object) => data],
  ['as text', (data: object) => JSON.stringify(data)],
])('a member that is not signed does not reach the wallet: %s', async (_, form) => {
  const wallet = new Wallet(account)
  const signed = { owner: account, spender: genuine, value: '1' }
  const message = { ...signed, allowed: false, inner: { to: impostor } }
  const types = typesOf('Permit', signed)
  const params = [account, form(permit({ types, message }))]
  await guardProvider(wallet, options).request({ method: 'eth_signTypedData_v4', params })
  expect(wallet.asked.at(-1)?.params).toEqual([account, form(permit({ types, message: signed }))])
})

test('members of the prototype are members like others', async () => {
  const text = JSON.stringify(permit({ message: owned })).replace('"owner"', '"__proto__":{"allowed":false},"owner"')
  const wallet = new Wallet(account)
  const asked = guardProvider(wallet, options).request({ method: 'eth_signTypedData_v4', params: [account, text] })
  await expect(asked).rejects.toMatchObject({ name: 'GuardRpcError' })
})

test('a permission for the signature of one account does not serve another account', async () => {
  const other = privateKeyToAccount(generatePrivateKey()).address
  // Permit2: the message does not say whose money it is.
  const message = { permitted: { token: USDC, amount: '1' }, spender: impostor, nonce: '0', deadline: '9' }
  const types = {
    PermitTransferFrom: [
      { name: 'permitted', type: 'TokenPermissions' },
      { name: 'spender', type: 'address' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
    TokenPermissions: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  }
  const data = permit({ primaryType: 'PermitTransferFrom', types, message })
  const grants = createGrants()
  const judged = guardProvider(new Wallet(account), { ...options, grants })
  const sign = (from: Address) => judged.request({ method: 'eth_signTypedData_v4', params: [from, data] })
  await expect(sign(account)).rejects.toThrow('Holdfast: ')
  grants.allow(grants.list()[0]?.code ?? '')
  await sign(account)
  // The same signature again, and none of another account.
  await sign(account)
  await expect(sign(other)).rejects.toThrow('Holdfast: ')
})
