import { type Address, concat, encodeFunctionData, erc20Abi, hashTypedData, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { inspectedMethods, inspectRequest, isInspected } from './inspectRequest.js'

const chainId = 5_042_002
const from: Address = '0x1111111111111111111111111111111111111111'
const payee: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const token: Address = '0x3600000000000000000000000000000000000000'
const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payee, 5n] })
const inspect = (method: unknown, params?: unknown, account?: () => Promise<Address>) =>
  inspectRequest({ method: method as string, params }, { chainId, account })
const refusalOf = async (method: unknown, params?: unknown) => (await inspect(method, params))?.decoded.refusal?.message

const typedData = {
  types: {
    EIP712Domain: [
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain: { chainId: 84_532, verifyingContract: token },
  message: { owner: from, spender: payee, value: '5' },
}

describe('which methods are inspected', () => {
  test.each([
    ['eth_sendTransaction', true],
    ['wallet_sendEverything', true],
    ['eth_broadcastTransaction', true],
    ['klay_submitTransaction', true],
    ['bundler_pushBundle', true],
    ['blxr_tx', true],
    ['bsc_private_tx', true],
    ['node_addLocalTransaction', true],
    ['wallet_executeOperation', true],
    ['wallet_executeCalls', true],
    ['wallet_upgradeAccount', true],
    ['wallet_invokeSnap', true],
    ['eth_call', true],
    ['wallet_getCallsStatus', false],
    ['foo_signAll', true],
    ['foo_signIntent', true],
    ['foo_sign', true],
    ['wallet_grantSomePermissions', true],
    ['personal_sign', false],
    ['wallet_signIn', false],
    ['foo_signal', false],
    ['foo_signature', false],
    ['foo_signMessage', false],
    ['foo_signPersonal', false],
    ['foo_assigned', false],
    ['foo_granted', false],
    ['foo_authorized', false],
    ['foo_authorizeThis', true],
    ['eth_tx_pool', false],
    ['eth_getTransactionBySenderAndNonce', false],
    ['net_peerSigners', false],
    ['eth_chainId', false],
    ['wallet_addEthereumChain', false],
    ['debug_traceTransaction', false],
    ['eth_getTransactionByHash', false],
    ['txpool_content', false],
    ['erigon_getAddressTxs', false],
    ['wallet_pushNotification', false],
  ])('%s: %s', (method, expected) => {
    expect(isInspected(method)).toBe(expected)
  })

  test('inspectedMethods: those that are read', () => {
    expect(inspectedMethods()).toContain('eth_sendRawTransaction')
    expect(inspectedMethods().every(isInspected)).toBe(true)
    expect(inspectedMethods()).not.toContain('personal_sign')
  })

  test('what is not even a name', async () => {
    for (const method of [undefined, 7, {}]) {
      expect(isInspected(method as never)).toBe(true)
      expect(await refusalOf(method, [])).toMatch(/is not a method that can be checked\.$/)
    }
    expect(await refusalOf('wallet_sendEverything', [])).toContain('wallet_sendEverything is not a method')
    expect(await refusalOf(`wallet_send évil;${'x'.repeat(60)}`, [])).toBe(
      `wallet_send??vil?${'x'.repeat(23)} is not a method that can be checked.`,
    )
  })

  test('parameters that are not a list, or not plain', async () => {
    expect(await refusalOf('eth_sendTransaction', { from, to: payee })).toContain('are not a list.')
    expect(await refusalOf('eth_sendTransaction', [() => 1])).toContain('are not plain JSON.')
    expect(await refusalOf('eth_sendTransaction', ['0x12'])).toContain('the transaction')
    expect(await refusalOf('eth_sendTransaction', [{ to: payee }])).toContain('it names no account.')
    expect(await inspect('eth_chainId', [])).toBeUndefined()
    // A connection may have no parameters, another method may not; and what is there is a list.
    expect(await refusalOf('eth_sendTransaction')).toBe('the parameters of eth_sendTransaction are not a list.')
    expect(await refusalOf('wallet_connect', { capabilities: {} })).toBe(
      'the parameters of wallet_connect are not a list.',
    )
  })

  test('a wallet that cannot tell its account', async () => {
    const inspected = await inspect('eth_sendTransaction', [{ to: payee }], () => Promise.reject(new Error('locked')))
    expect(inspected?.decoded.refusal?.message).toBe('eth_sendTransaction: it cannot be read.')
  })

  test('an account that is null is that of the wallet', async () => {
    const request = { from: null, to: token, data }
    const inspected = await inspect('eth_sendTransaction', [request, 7], async () => from)
    expect(inspected?.decoded.movements).toMatchObject([{ payer: from, payee }])
    expect(inspected?.request.params).toEqual([{ ...request, from }, 7])
  })
})

describe('typed data', () => {
  const paid = { payer: from, payee, chainId: 84_532, token, amount: 5n }
  const hash = keccak256(concat([from, hashTypedData(typedData as never)]))

  test.each<[string, readonly unknown[], readonly unknown[]]>([
    ['the signer first', [from, typedData], [from, typedData]],
    ['the data first', [typedData, from], [typedData, from]],
    ['the data as a text', [from, JSON.stringify(typedData)], [from, JSON.stringify(typedData)]],
    ['the text first', [` ${JSON.stringify(typedData)}`, from], [JSON.stringify(typedData), from]],
    ['further parameters', [from, typedData, 7], [from, typedData, 7]],
  ])('%s', async (_, params, passed) => {
    const inspected = await inspect('eth_signTypedData_v4', params)
    expect(inspected).toMatchObject({ purpose: 'signature', chainId: 84_532, hash })
    expect(inspected?.decoded).toMatchObject({ movements: [paid] })
    expect(inspected?.request).toEqual({ method: 'eth_signTypedData_v4', params: passed })
  })

  test('of the chain that the wallet is on, where it names none', async () => {
    const { domain, ...rest } = typedData
    const inspected = await inspect('eth_signTypedData_v4', [
      from,
      { ...rest, domain: { verifyingContract: domain.verifyingContract } },
    ])
    expect(inspected).toMatchObject({ chainId, decoded: { movements: [{ ...paid, chainId }] } })
  })

  describe('with a salt instead of a chain', () => {
    const salted = (salt: unknown, primaryType = 'Permit') => ({
      ...typedData,
      primaryType,
      types: {
        [primaryType]: typedData.types.Permit,
        EIP712Domain: [
          { name: 'verifyingContract', type: 'address' },
          { name: 'salt', type: 'bytes32' },
        ],
      },
      domain: { verifyingContract: token, salt },
    })
    const ofPolygon = `0x${'0'.repeat(62)}89`

    test('is for the chain that the salt names, as bridged tokens write it', async () => {
      const found = await inspect('eth_signTypedData_v4', [from, salted(ofPolygon)])
      expect(found?.chainId).toBe(137)
      expect(found?.decoded.movements.map((one) => one.chainId)).toEqual([137])
    })

    const saltOf = (chain: bigint) => `0x${chain.toString(16).padStart(64, '0')}`
    const most = BigInt(Number.MAX_SAFE_INTEGER)

    test('is for the highest chain that a number can name', async () => {
      expect((await inspect('eth_signTypedData_v4', [from, salted(saltOf(most))]))?.chainId).toBe(Number(most))
    })

    const nowhere = [`0x${'77'.repeat(32)}`, saltOf(0n), saltOf(most + 1n), '0x89', 137, 'a word', null, [ofPolygon]]
    test.each(nowhere)('is refused where the salt names none: %s', async (salt) => {
      const message = await refusalOf('eth_signTypedData_v4', [from, salted(salt)])
      expect(message).toBe('eth_signTypedData_v4: its domain has a salt that names no chain.')
    })

    test('passes with a note where it pays nothing that is known', async () => {
      const login = salted(`0x${'77'.repeat(32)}`, 'Login')
      const elsewhere = { ...login, domain: { ...login.domain, verifyingContract: payee }, message: { owner: from } }
      const decoded = (await inspect('eth_signTypedData_v4', [from, elsewhere]))?.decoded
      expect(decoded?.refusal).toBeUndefined()
      expect(decoded?.notes.map(({ kind }) => kind)).toEqual(['unread_signature'])
    })

    test('is for the chain that it names beside the salt', async () => {
      const both = salted(ofPolygon)
      both.types.EIP712Domain?.push({ name: 'chainId', type: 'uint256' })
      const found = await inspect('eth_signTypedData_v4', [from, { ...both, domain: { ...both.domain, chainId } }])
      expect(found?.chainId).toBe(chainId)
    })
  })

  test('has no hash where an address has a wrong checksum, which viem does not hash', async () => {
    const spender = payee.replace('d', 'D')
    const inspected = await inspect('eth_signTypedData_v4', [
      from,
      { ...typedData, message: { ...typedData.message, spender } },
    ])
    expect(inspected).toMatchObject({ hash: undefined, decoded: { movements: [paid] } })
  })

  test('refused: what two wallets may read in two ways', async () => {
    const ask = (given: unknown) => refusalOf('eth_signTypedData_v4', [from, given])
    expect(await ask('{"message":')).toContain('is not JSON')
    expect(await ask(JSON.stringify(typedData).replace('"5"', '9007199254740993'))).toContain('not read exactly')
    expect(await ask(JSON.stringify(typedData).replace('"5"', '1.5'))).toContain('not read exactly')
    expect(await ask('7')).toContain('the typed data')
    expect(await ask([typedData])).toContain('the typed data is a list')
    expect(await refusalOf('eth_signTypedData_v4', ['0x12', typedData])).toContain('the signer')
  })

  test('a list of labelled values of the first version pays nothing', async () => {
    const labelled = [{ type: 'string', name: 'Message', value: 'Hi' }]
    for (const method of ['eth_signTypedData', 'eth_signTypedData_v1'])
      expect(await inspect(method, [labelled, from])).toBeUndefined()
    for (const [method, list] of [
      ['eth_signTypedData_v4', labelled],
      ['eth_signTypedData', [{ type: 'string' }]],
      ['eth_signTypedData', [...labelled, '{"message":1}']],
      ['eth_signTypedData', [{ name: 'Message' }]],
      ['eth_signTypedData', ['{"message":1}']],
    ])
      expect(await refusalOf(method, [list, from])).toContain('the typed data is a list')
  })
})

describe('a request inside a request', () => {
  const invoke = (request: unknown, scope: unknown = 'eip155:84532', isList = false) => {
    const outer = { scope, request, sessionId: '0x1' }
    return inspect('wallet_invokeMethod', isList ? [outer] : outer, async () => from)
  }

  test('is judged on its own chain, and goes on with the account that was judged', async () => {
    const request = { method: 'eth_sendTransaction', params: [{ to: token, data }] }
    for (const isList of [false, true]) {
      const inspected = await invoke(request, undefined, isList)
      expect(inspected?.decoded.movements).toMatchObject([{ payer: from, payee, chainId: 84_532, amount: 5n }])
      const inner = {
        scope: 'eip155:84532',
        sessionId: '0x1',
        request: { method: request.method, params: [{ to: token, data, from }] },
      }
      expect(inspected?.request).toEqual({ method: 'wallet_invokeMethod', params: isList ? [inner] : inner })
    }
  })

  test('that cannot pay goes on as it is', async () => {
    expect(await invoke({ method: 'eth_chainId', params: [] })).toBeUndefined()
    // Also on a chain that cannot be checked.
    expect(await invoke({ method: 'eth_chainId', params: [] }, 'solana:1')).toBeUndefined()
    const labelled = [{ type: 'string', name: 'Message', value: 'Hi' }]
    expect(await invoke({ method: 'eth_signTypedData', params: [labelled, from] })).toBeUndefined()
  })

  test.each<[unknown, unknown, string]>([
    [{ params: [] }, 'eip155:1', 'it names no method.'],
    [{ method: 'eth_sendTransaction', params: [{}] }, 'solana:1', 'it is for a chain that cannot be checked.'],
    [{ method: 'eth_sendTransaction', params: [{}] }, 'eip155:1x', 'it is for a chain that cannot be checked.'],
    [{ method: 'eth_sendTransaction', params: [{}] }, 'xeip155:1', 'it is for a chain that cannot be checked.'],
    [
      { method: 'eth_sendTransaction', params: [{}] },
      `eip155:${'1'.repeat(16)}`,
      'it is for a chain that cannot be checked.',
    ],
    [7, 'eip155:1', 'request'],
  ])('refused: %o on %s', async (request, scope, message) => {
    expect((await invoke(request, scope))?.decoded.refusal?.message).toContain(message)
  })
})

test.each<[string, unknown, string]>([
  ['eth_sendTransaction', ['x'], 'the transaction is not an object.'],
  ['eth_sendTransaction', [{ from: 'x' }], 'from is not an address.'],
  ['eth_call', Array.from({ length: 1_001 }), 'params has more than 1000 entries.'],
  ['eth_simulateV1', ['x'], 'the simulation is not an object.'],
  ['eth_simulateV1', [{ blockStateCalls: 'x' }], 'blockStateCalls is not a list.'],
  ['eth_simulateV1', [{ blockStateCalls: ['x'] }], 'a block is not an object.'],
  ['eth_simulateV1', [{ blockStateCalls: [{ calls: 'x' }] }], 'calls is not a list.'],
  ['eth_callMany', ['x'], 'params[0] is not a list.'],
  ['eth_callMany', [['x']], 'a call is not an object.'],
  ['eth_callMany', [[{ transactions: 'x' }]], 'transactions is not a list.'],
  ['eth_sendPrivateTransaction', ['x'], 'params[0] is not an object.'],
  ['eth_sendBundle', ['x'], 'the bundle is not an object.'],
  ['eth_sendBundle', [{ txs: 'x' }], 'txs is not a list.'],
  ['wallet_sendCalls', ['x'], 'the batch is not an object.'],
  ['wallet_sendCalls', [{ from, calls: 'x' }], 'calls is not a list.'],
  ['wallet_sendCalls', [{ from, calls: ['x'] }], 'a call is not an object.'],
  ['wallet_sendCalls', [{ from, calls: [], capabilities: 'x' }], 'capabilities is not an object.'],
  ['wallet_sendCalls', [{ from, calls: [], chainId: 'x' }], 'its chain is not a number.'],
  ['wallet_connect', ['x'], 'the connection is not an object.'],
  ['eth_signTypedData_v4', [from, 'null'], 'the typed data is not an object.'],
  ['eth_signTypedData_v4', [from, { ...typedData, domain: 7 }], 'domain is not an object.'],
  ['eth_signTypedData_v4', ['0x12', typedData], 'the signer is not an address.'],
  ['eth_signAuthorization', ['x'], 'the authorization is not an object.'],
  ['wallet_grantPermissions', ['x'], 'a permission is not an object.'],
  ['wallet_grantPermissions', [{ from, address: 'x' }], 'address is not an address.'],
  ['wallet_grantPermissions', [{ from, address: payee }], '`from` and `address` of a permission differ.'],
  ['wallet_invokeMethod', 'x', 'params is not an object.'],
])('what is malformed is named: %s %j', async (method, params, text) => {
  expect(await refusalOf(method, params)).toBe(`${method}: ${text}`)
})

test('an account that is not an address', async () => {
  const inspected = await inspect('eth_sendTransaction', [{ to: payee }], async () => '0x12')
  expect(inspected?.decoded.refusal?.message).toBe('eth_sendTransaction: the account is not an address.')
})

describe('signed transactions', async () => {
  const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const terms = { to: payee, value: 7n, gas: 21_000n, nonce: 3, maxFeePerGas: 10n, chainId } as const
  const raw = await signer.signTransaction(terms)
  const paid = { payer: signer.address, payee, chainId, token: 'native', amount: 7n }

  test.each([
    ['eth_sendRawTransaction', raw, 1],
    ['eth_sendPrivateTransaction', { tx: raw }, 1],
    ['eth_sendBundle', { txs: [raw] }, 1],
    // It has a hash of its own for each.
    ['eth_sendBundle', { txs: [raw, raw] }, 2],
  ])('%s: %j', async (method, given, count) => {
    const hash = count === 1 ? keccak256(raw) : undefined
    const movements = Array.from({ length: count }, () => paid)
    expect(await inspect(method, [given])).toMatchObject({
      purpose: 'broadcast',
      chainId,
      hash,
      decoded: { movements },
    })
  })

  test('a bundle is refused for any of its transactions, and keeps the movements of the others', async () => {
    expect(await inspect('eth_sendBundle', [{ txs: [raw, '0x12'] }])).toMatchObject({
      hash: undefined,
      decoded: { movements: [paid], refusal: { reason: 'malformed' } },
    })
  })

  test('one that is not hex has no hash', async () => {
    const inspected = await inspect('eth_sendRawTransaction', [7])
    expect(inspected).toMatchObject({ hash: undefined, decoded: { refusal: { reason: 'malformed' } } })
  })
})

test('a delegation is that of the account that is asked', async () => {
  const asked = (account?: Address) =>
    inspect('eth_signAuthorization', [{ account, address: payee, chainId, nonce: 0 }], async () => token)
  expect(await asked(from)).toMatchObject({ purpose: 'signature', decoded: { movements: [{ payer: from, payee }] } })
  expect(await asked()).toMatchObject({ decoded: { movements: [{ payer: token, payee }] } })
})

describe('how binding a request is', () => {
  const call = { from, to: token, data }
  test.each<[string, readonly unknown[], string]>([
    ['eth_call', [call], 'estimate'],
    ['eth_estimateGas', [call], 'estimate'],
    ['eth_fillTransaction', [call], 'estimate'],
    ['eth_createAccessList', [call], 'estimate'],
    ['debug_traceCall', [call], 'estimate'],
    ['trace_callMany', [[[call, ['trace']]]], 'estimate'],
    ['eth_callMany', [[{ transactions: [call] }]], 'estimate'],
    ['eth_simulateV1', [{ blockStateCalls: [{ calls: [call] }] }], 'estimate'],
    ['eth_signTransaction', [call], 'broadcast'],
    ['wallet_sendCalls', [{ from, calls: [{ to: token, data }] }], 'broadcast'],
    ['wallet_sendTransaction', [call], 'broadcast'],
  ])('%s', async (method, params, purpose) => {
    const inspected = await inspect(method, params)
    expect(inspected).toMatchObject({ purpose, chainId, decoded: { movements: [{ payer: from, payee, amount: 5n }] } })
  })

  test.each([
    ['wallet_signCalls', 'signature'],
    ['wallet_grantSomePermissions', 'signature'],
    ['wallet_authorizeAccessKey', 'signature'],
    ['wallet_sendPermission', 'broadcast'],
    ['wallet_sendSigned', 'broadcast'],
    ['wallet_executeTransaction', 'broadcast'],
  ])('%s, which cannot be checked: a %s', async (method, purpose) => {
    const decoded = { refusal: { message: `${method} is not a method that can be checked.` } }
    expect(await inspect(method, [])).toMatchObject({ purpose, chainId, decoded })
  })

  test('a batch for another chain', async () => {
    const inspected = await inspect('wallet_sendCalls', [{ chainId: '0x14a34', from, calls: [{ to: token, data }] }])
    expect(inspected).toMatchObject({ chainId: 84_532, decoded: { movements: [{ chainId: 84_532 }] } })
  })

  test('permissions, each by itself, and none', async () => {
    const permission = { to: payee, from, permission: { type: 'native-token-stream', data: {} } }
    const ask = (params: unknown[]) => inspect('wallet_requestExecutionPermissions', params)
    const other = { ...permission, from: token, chainId: '0x14a34' }
    expect(await ask([[permission, other]])).toMatchObject({
      purpose: 'signature',
      decoded: {
        movements: [
          { payer: from, payee, chainId },
          { payer: token, payee, chainId: 84_532 },
        ],
      },
    })
    const { from: payer, ...unnamed } = permission
    for (const named of [
      { address: payer },
      { from: payer, address: payer.toLowerCase() },
      { from: payer, address: null },
    ])
      expect(await ask([{ ...unnamed, ...named }])).toMatchObject({ decoded: { movements: [{ payer, payee }] } })
    expect(await refusalOf('wallet_requestExecutionPermissions', [])).toContain('it names no permission.')
    expect(await refusalOf('eth_sign', [from, '0x12'])).toContain('eth_sign can sign a payment that cannot be read.')
  })
})

describe('values of typed data that a wallet may read in another way', () => {
  const types = {
    EIP712Domain: [{ name: 'verifyingContract', type: 'address' }],
    Pay: [
      { name: 'asset', type: 'address' },
      { name: 'to', type: 'address[]' },
      { name: 'amount', type: 'uint256' },
      { name: 'change', type: 'int8' },
    ],
  }
  const sign = (fields: object) => {
    const message = { asset: token, to: [payee], amount: '5', change: '-1', ...fields }
    return inspect('eth_signTypedData_v4', [
      from,
      { types, primaryType: 'Pay', domain: { verifyingContract: from.replaceAll('1', '2') }, message },
    ])
  }
  /** The same number for a reader that takes letters for the digits above nine, as MetaMask does without `0x`. */
  const decimals = BigInt(payee).toString()
  const at = decimals.search(/[1-9]\d/)
  const disguised = `${decimals.slice(0, at)}${Number(decimals[at]) - 1}${'abcdefghij'[Number(decimals[at + 1])]}${decimals.slice(at + 2)}`

  test('an address without 0x, as a number or as any other text is refused', async () => {
    expect((await sign({}))?.decoded.movements.map((one) => one.payee)).toContain(payee)
    for (const to of [disguised, decimals, payee.slice(2), `${payee} `, `${payee}00`, '', 7, BigInt(payee), true])
      expect((await sign({ to: [to] }))?.decoded, String(to)).toMatchObject({
        movements: [],
        refusal: { reason: 'malformed', message: expect.stringContaining('type address') },
      })
  })

  test('a number in another notation is refused', async () => {
    for (const amount of ['0b101', '0o7', ' 5', '5 ', '', '1e3', '5.0', '0x', 0.5, [], {}])
      expect((await sign({ amount }))?.decoded.refusal?.message, String(amount)).toContain('type uint256')
    for (const amount of ['5', '0x5', '0X5', 5, 5n])
      expect((await sign({ amount }))?.decoded.refusal, String(amount)).toBeUndefined()
  })
})

describe('what a snap is asked for', () => {
  const snapId = 'npm:any-snap'
  test.each(['wallet_invokeSnap', 'wallet_snap'])(
    '%s: a request that pays inside it is refused, at any depth',
    async (method) => {
      const pays = { method: 'eth_sendTransaction', params: [{ from, to: payee, value: '0x1' }] }
      for (const request of [
        pays,
        { method: 'keyring_submitRequest', params: { request: { id: '1', request: pays } } },
      ])
        for (const params of [{ snapId, request }, [{ snapId, request }]])
          expect(await refusalOf(method, params)).toContain('a snap is asked for eth_sendTransaction')
      const deep = Array.from({ length: 20 }).reduce<unknown>((inner) => ({ inner }), pays)
      expect(await refusalOf(method, { snapId, request: deep })).toContain('too deeply')
      expect(await refusalOf(method, { snapId })).toContain('names no method')
      for (const params of [{ snapId, request: { method: 'hello' } }, [snapId, { method: 'getAccounts' }]])
        expect(await inspect(method, params)).toBeUndefined()
    },
  )
})

describe('signatures whose accounts are recovered for one request', () => {
  const account = privateKeyToAccount(`0x${'12'.repeat(32)}`)
  const common = { chainId, nonce: 0, gas: 21_000n, maxFeePerGas: 1n, to: payee, value: 1n }
  const tooMany = { movements: [], refusal: { reason: 'too_many', message: expect.stringContaining('256 signatures') } }
  const bundle = (txs: readonly string[]) => inspect('eth_sendBundle', [{ txs }])
  const times = <one>(count: number, one: one): one[] => Array.from({ length: count }, () => one)

  test('are 256 at most: a bundle of more is refused', async () => {
    const plain = await account.signTransaction(common)
    expect((await bundle(times(256, plain)))?.decoded.movements).toHaveLength(256)
    expect((await bundle(times(257, plain)))?.decoded).toMatchObject(tooMany)
  })

  test('are those of authorizations, too, in bundles and in simulations', async () => {
    const authorization = await account.signAuthorization({ chainId, nonce: 1, address: payee })
    const authorizationList = times(16, authorization)
    const raw = await account.signTransaction({ ...common, authorizationList })
    expect((await bundle(times(15, raw)))?.decoded.refusal).toBeUndefined()
    expect((await bundle(times(16, raw)))?.decoded).toMatchObject(tooMany)
    const simulate = (count: number) => {
      const calls = times(count, { from, to: payee, authorizationList })
      return inspect('eth_simulateV1', [{ blockStateCalls: [{ calls }] }])
    }
    expect((await simulate(16))?.decoded.refusal).toBeUndefined()
    expect((await simulate(17))?.decoded).toMatchObject(tooMany)
    const pairs = times(17, [{ from, to: payee, authorizationList }, ['trace']])
    expect((await inspect('trace_callMany', [pairs]))?.decoded).toMatchObject(tooMany)
  })
})
