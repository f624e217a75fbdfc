import { type Address, concat, encodeFunctionData, erc20Abi, hashTypedData, keccak256 } from 'viem'
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
  })

  test('parameters that are not a list, or not plain', async () => {
    expect(await refusalOf('eth_sendTransaction', { from, to: payee })).toContain('are not a list.')
    expect(await refusalOf('eth_sendTransaction', [() => 1])).toContain('are not plain JSON.')
    expect(await refusalOf('eth_sendTransaction', ['0x12'])).toContain('the transaction')
    expect(await refusalOf('eth_sendTransaction', [{ to: payee }])).toContain('it names no account.')
    expect(await inspect('eth_chainId', [])).toBeUndefined()
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

    test.each([`0x${'77'.repeat(32)}`, `0x${'0'.repeat(64)}`, '0x89', 137, 'a word', null, [ofPolygon]])(
      'is refused where the salt names none: %s',
      async (salt) => {
        const message = await refusalOf('eth_signTypedData_v4', [from, salted(salt)])
        expect(message).toBe('eth_signTypedData_v4: its domain has a salt that names no chain.')
      },
    )

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
    [7, 'eip155:1', 'request'],
  ])('refused: %o on %s', async (request, scope, message) => {
    expect((await invoke(request, scope))?.decoded.refusal?.message).toContain(message)
  })
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
    expect(await refusalOf('wallet_requestExecutionPermissions', [])).toContain('it names no permission.')
    expect(await refusalOf('eth_sign', [from, '0x12'])).toContain('eth_sign can sign a payment that cannot be read.')
  })
})
