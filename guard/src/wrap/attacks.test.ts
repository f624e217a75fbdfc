import { genuine, impostor } from '@holdfast/testkit/riskScene'
import { type Address, concat, encodeFunctionData, getAddress, type Hex, numberToHex, pad, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { options, paying, USDC, Wallet } from '../../test/recorder.js'
import { guardProvider } from './guardProvider.js'

const account = privateKeyToAccount(generatePrivateKey()).address
const transaction = { from: account, to: USDC, data: paying(getAddress(impostor)) }
const permit = (over: object) => ({
  domain: { name: 'USDC', version: '2', chainId: 5_042_002, verifyingContract: USDC },
  primaryType: 'Permit',
  types: { Permit: [] },
  message: { owner: account, spender: impostor, value: '1' },
  ...over,
})

const gatewayDomain = { name: 'GatewayWallet', version: '1' }
const intending = (over: object) => ({
  domain: gatewayDomain,
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
  'a batch that is no list': { method: 'wallet_sendCalls', params: { from: account, calls: [transaction] } },
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
  'a method that is no text': { method: ['eth_sendTransaction'], params: [transaction] },
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
  expect(wallet.opened).toHaveLength(8)
})

test('a key that is there twice reaches the wallet as it was judged', async () => {
  const wallet = new Wallet(account)
  const text = JSON.stringify(permit({ primaryType: 'Login', domain: { chainId: 5_042_002 } }))
  const twice = text.replace('"primaryType"', '"primaryType":"Permit","primaryType"')
  await guardProvider(wallet, options).request({ method: 'eth_signTypedData_v4', params: [account, twice] })
  expect(wallet.asked.at(-1)?.params).toEqual([account, text])
})
