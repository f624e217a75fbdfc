import { primaryChain } from '@holdfast/sdk/chain'
import { GuardRefusedError } from '@holdfast/sdk/errors'
import { genuine, impostor } from '@holdfast/testkit/riskScene'
import { BrowserProvider, Contract } from 'ethers'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  erc20Abi,
  fallback,
  getAddress,
  http,
  keccak256,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { CHAIN_ID, options, paying, SENT, startNode, USDC, Wallet } from '../../test/recorder.js'
import { createGrants } from '../judge/createGrants.js'
import { GuardRpcError } from '../judge/guardRpcError.js'
import { refusalOf } from '../judge/refusalOf.js'
import { guardProvider } from './guardProvider.js'

const signer = privateKeyToAccount(generatePrivateKey())
const account = signer.address
const impostors = getAddress(impostor)

const typedData = (to: Address, primaryType = 'TransferWithAuthorization') => ({
  domain: { name: 'USDC', version: '2', chainId: CHAIN_ID, verifyingContract: USDC },
  primaryType,
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    [primaryType]: [
      { name: 'from', type: 'address' },
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'validAfter', type: 'uint256' },
      { name: 'validBefore', type: 'uint256' },
      { name: 'nonce', type: 'bytes32' },
    ],
  },
  message: { from: account, to, value: '1000000', validAfter: '0', validBefore: '9999999999', nonce: SENT },
})
const raw = (to: Address) =>
  signer.signTransaction({
    chainId: CHAIN_ID,
    type: 'eip1559',
    to: USDC,
    data: paying(to),
    gas: 100_000n,
    nonce: 0,
    maxFeePerGas: 1n,
  })
type Request = { method: string; params?: unknown }
const transaction = (to: Address) => ({ from: account, to: USDC, data: paying(to) })
const operation = (to: Address) => ({
  sender: account,
  nonce: '0x0',
  // execute(address,uint256,bytes) of a simple account
  callData: `0xb61d27f6${USDC.slice(2).padStart(64, '0')}${'0'.repeat(64)}${'60'.padStart(64, '0')}${'44'.padStart(64, '0')}${paying(to).slice(2).padEnd(192, '0')}`,
})
const permission = (to: Address) => ({
  chainId: '0x4cef52',
  to: genuine,
  permission: {
    type: 'erc20-token-allowance',
    isAdjustmentAllowed: false,
    data: { tokenAddress: USDC, allowanceAmount: '0x1' },
  },
  rules: [{ type: 'payee', data: { addresses: [to] } }],
})

/** Each method that is looked at, with its parameters for a payee, and the code of its refusal. */
const methods: Readonly<Record<string, { params: (to: Address) => unknown; code: 3 | -32003 }>> = {
  eth_sendTransaction: { params: (to) => [transaction(to)], code: 3 },
  wallet_sendTransaction: { params: (to) => [transaction(to)], code: 3 },
  eth_signTransaction: { params: (to) => [transaction(to)], code: 3 },
  wallet_sendCalls: {
    params: (to) => [{ version: '2.0.0', chainId: '0x4cef52', from: account, calls: [transaction(to)] }],
    code: 3,
  },
  eth_sendRawTransaction: { params: async (to) => [await raw(to)], code: 3 },
  eth_sendRawTransactionSync: { params: async (to) => [await raw(to)], code: 3 },
  eth_sendRawTransactionConditional: { params: async (to) => [await raw(to), {}], code: 3 },
  eth_sendPrivateRawTransaction: { params: async (to) => [await raw(to)], code: 3 },
  eth_sendPrivateTransaction: { params: async (to) => [{ tx: await raw(to) }], code: 3 },
  eth_sendBundle: { params: async (to) => [{ txs: [await raw(genuine), await raw(to)] }], code: 3 },
  eth_sendUserOperation: { params: (to) => [operation(to), genuine], code: 3 },
  eth_signTypedData: { params: (to) => [account, typedData(to)], code: -32003 },
  eth_signTypedData_v3: { params: (to) => [account, JSON.stringify(typedData(to))], code: -32003 },
  eth_signTypedData_v4: { params: (to) => [account, JSON.stringify(typedData(to))], code: -32003 },
  wallet_requestExecutionPermissions: { params: (to) => [[permission(to)]], code: -32003 },
  wallet_grantPermissions: { params: (to) => [permission(to)], code: -32003 },
  wallet_invokeMethod: {
    params: (to) => ({
      scope: `eip155:${CHAIN_ID}`,
      request: { method: 'eth_sendTransaction', params: [transaction(to)] },
    }),
    code: 3,
  },
  eth_estimateGas: { params: (to) => [transaction(to)], code: 3 },
  eth_fillTransaction: { params: (to) => [transaction(to)], code: 3 },
  eth_createAccessList: { params: (to) => [transaction(to), 'latest'], code: 3 },
  eth_call: { params: (to) => [transaction(to), 'latest'], code: 3 },
  debug_traceCall: { params: (to) => [transaction(to), 'latest', {}], code: 3 },
  trace_call: { params: (to) => [transaction(to), ['trace'], 'latest'], code: 3 },
  eth_simulateV1: { params: (to) => [{ blockStateCalls: [{ calls: [transaction(to)] }] }, 'latest'], code: 3 },
  eth_callMany: { params: (to) => [[{ transactions: [transaction(to)] }], {}], code: 3 },
  trace_callMany: { params: (to) => [[[transaction(to), ['trace']]], 'latest'], code: 3 },
  debug_traceCallMany: { params: (to) => [[{ transactions: [transaction(to)] }], {}], code: 3 },
}
const rows = Object.entries(methods)

const thrown = async (promise: Promise<unknown>): Promise<GuardRpcError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof GuardRpcError)) throw new Error(`It threw ${String(error)}.`)
  return error
}

describe('each method', () => {
  test.each(rows)('%s to an imitation never reaches the wallet', async (method, { params, code }) => {
    const wallet = new Wallet(account)
    const error = await thrown(guardProvider(wallet, options).request({ method, params: await params(impostors) }))
    expect(error).toMatchObject({ code, report: { level: 'block', target: impostors } })
    expect(error.message).toMatch(code === 3 ? /^execution reverted: Holdfast: / : /^Holdfast: /)
    expect(error.message).toMatch(/^[ -~]+$/)
    expect(wallet.asked.map((one) => one.method)).not.toContain(method)
  })

  test.each(rows)('%s to a payee reaches it as it was asked', async (method, { params }) => {
    const wallet = new Wallet(account)
    const asked = { method, params: await params(genuine) }
    await guardProvider(wallet, options).request(asked)
    expect(wallet.asked.at(-1)).toEqual(asked)
  })

  test.each(rows)('%s that cannot be read never reaches it', async (method, { code }) => {
    for (const params of [
      [],
      [null],
      ['0x12'],
      [{ from: 1, to: {}, calls: 1, sender: 0, permission: 0, txs: 0, tx: 0, blockStateCalls: 0 }],
      7,
    ]) {
      const wallet = new Wallet(account)
      const error: unknown = await guardProvider(wallet, options)
        .request({ method, params })
        .catch((reason: unknown) => reason)
      expect(error, JSON.stringify(params)).toMatchObject({ code })
      expect(wallet.asked.map((one) => one.method)).not.toContain(method)
    }
  })
})

describe('guardProvider', () => {
  test.each([
    ['eth_sendUnsignedTransaction', 3],
    ['wallet_sendPreparedCalls', 3],
    ['mev_sendBundle', 3],
    ['ETH_SENDTRANSACTION', 3],
    ['eth_sendTransaction ', 3],
    ['eth_signUserOperation', -32003],
    ['wallet_sign', -32003],
    ['eth_sign', -32003],
  ])('error: %s', async (method, code) => {
    const wallet = new Wallet(account)
    expect(await thrown(guardProvider(wallet, options).request({ method, params: [account, SENT] }))).toMatchObject({
      code,
    })
    expect(wallet.opened).toEqual([])
  })

  test.each(['eth_getBalance', 'personal_sign', 'wallet_switchEthereumChain', 'ots_getTransactionBySenderAndNonce'])(
    'behavior: %s passes, and asks for nothing else',
    async (method) => {
      const wallet = new Wallet(account)
      await guardProvider(wallet, options).request({ method, params: [account] })
      expect(wallet.asked).toEqual([{ method, params: [account] }])
    },
  )

  test('behavior: a connection passes, and asks for nothing else; one that hands powers over does not', async () => {
    const wallet = new Wallet(account)
    const guarded = guardProvider(wallet, options)
    const asked = [{ method: 'wallet_connect' }, { method: 'wallet_connect', params: [{ version: '1' }] }]
    for (const request of asked) await guarded.request(request)
    expect(wallet.asked).toEqual(asked)
    const params = [{ capabilities: { grantPermissions: { expiry: 1 } } }]
    expect(await thrown(guarded.request({ method: 'wallet_connect', params }))).toMatchObject({ code: -32003 })
    expect(wallet.asked).toEqual(asked)
  })

  test('behavior: a call without a sender is not a payment of an account', async () => {
    const wallet = new Wallet(account)
    const params = [{ to: USDC, data: paying(impostor) }, 'latest']
    await guardProvider(wallet, options).request({ method: 'eth_call', params })
    expect(wallet.asked.at(-1)?.params).toEqual(params)
  })

  test.each(['eth_sendTransaction', 'wallet_sendCalls'])(
    'behavior: %s without a sender is made by the account that was judged',
    async (method) => {
      const wallet = new Wallet(account)
      const call = { to: USDC, data: paying(genuine) }
      const params = method === 'wallet_sendCalls' ? [{ calls: [call] }] : [call]
      await guardProvider(wallet, options).request({ method, params })
      expect(wallet.asked.at(-1)).toMatchObject({ params: [{ from: account }] })
      const bad =
        method === 'wallet_sendCalls' ? [{ calls: [{ to: impostor, value: '0x1' }] }] : [{ to: impostor, value: '0x1' }]
      await thrown(guardProvider(wallet, options).request({ method, params: bad }))
    },
  )

  test('behavior: one bad call of a batch refuses it', async () => {
    const wallet = new Wallet(account)
    const calls = [transaction(genuine), transaction(impostor)]
    await thrown(
      guardProvider(wallet, options).request({ method: 'wallet_sendCalls', params: [{ from: account, calls }] }),
    )
    expect(wallet.opened).toEqual([])
  })

  test('behavior: what is changed after the judgement does not reach the wallet', async () => {
    const wallet = new Wallet(account)
    const request = { method: 'eth_sendTransaction', params: [transaction(genuine)] }
    const sent = guardProvider(wallet, options).request(request)
    Object.assign(request.params[0] ?? {}, { data: paying(impostor) })
    request.params.push(transaction(impostor))
    await sent
    expect(wallet.asked.at(-1)?.params).toEqual([transaction(genuine)])
  })

  test('behavior: a method that changes while it is read', async () => {
    const wallet = new Wallet(account)
    let reads = 0
    const request = {
      get method() {
        return reads++ === 0 ? 'eth_chainId' : 'eth_sendTransaction'
      },
      params: [transaction(impostor)],
    }
    await guardProvider(wallet, options).request(request)
    expect(wallet.opened).toEqual([])
  })

  test('behavior: the wallet changes its chain during the judgement', async () => {
    let asked = 0
    const wallet = new Wallet(account)
    const restless = {
      request: (request: { method: string; params?: unknown }) =>
        request.method === 'eth_chainId' ? Promise.resolve(`0x${(++asked).toString(16)}`) : wallet.request(request),
    }
    const error = await thrown(
      guardProvider(restless, options).request({ method: 'eth_sendTransaction', params: [transaction(genuine)] }),
    )
    expect(refusalOf(error)).toMatchObject({ code: 'guard_not_synced' })
    expect(wallet.opened).toEqual([])
  })

  test('behavior: a wallet that does not name its chain is not asked to pay', async () => {
    const wallet = new Wallet(account, { eth_chainId: Object.assign(new Error('gone'), { code: -32603 }) })
    const error = await thrown(
      guardProvider(wallet, options).request({ method: 'eth_sendTransaction', params: [transaction(genuine)] }),
    )
    expect(error).toMatchObject({ code: 3 })
    expect(wallet.opened).toEqual([])
  })

  test("behavior: a wallet's own failure passes unchanged", async () => {
    const failure = Object.assign(new Error('User rejected the request.'), { code: 4001 })
    const wallet = new Wallet(account, { eth_sendTransaction: failure })
    const asked = guardProvider(wallet, options).request({
      method: 'eth_sendTransaction',
      params: [transaction(genuine)],
    })
    await expect(asked).rejects.toBe(failure)
  })

  test('behavior: a permission is used once, survives a person who declines, and admits its own bytes again', async () => {
    const grants = createGrants()
    const failures: Record<string, unknown> = {
      eth_sendTransaction: Object.assign(new Error('declined'), { code: 4001 }),
    }
    const judged = { ...options, grants }
    const request = { method: 'eth_sendTransaction', params: [transaction(impostor)] }
    const declining = guardProvider(new Wallet(account, failures), judged)
    const { report } = await thrown(declining.request(request))
    if (report) grants.allow(report)
    await expect(declining.request(request)).rejects.toMatchObject({ code: 4001 })
    const paying = guardProvider(new Wallet(account), judged)
    await paying.request({ method: 'eth_estimateGas', params: request.params })
    expect(await paying.request(request)).toBe(SENT)
    expect(refusalOf(await thrown(paying.request(request)))).toMatchObject({
      code: 'grant_used',
      advice: { txHash: SENT },
    })
    const signed = await raw(impostors)
    const send = { method: 'eth_sendRawTransaction', params: [signed] }
    const again = await thrown(paying.request(send))
    grants.allow(refusalOf(again)?.reference ?? '')
    await paying.request(send)
    await paying.request(send)
    expect(grants.isAdmitted(keccak256(signed))).toBe(true)
  })
})

describe('the proxy', () => {
  const bad = { method: 'eth_sendTransaction', params: [transaction(impostor)] }

  test('behavior: keeps `this`, private fields, events and identity', async () => {
    const wallet = new Wallet(account)
    const guarded = guardProvider(wallet, options)
    const heard: unknown[] = []
    const listener = (value: unknown) => heard.push(value)
    expect(guarded.on('chainChanged', listener)).toBe(guarded)
    wallet.emit('chainChanged', '0x1')
    guarded.removeListener('chainChanged', listener)
    guarded.emit('chainChanged', '0x2')
    expect(heard).toEqual(['0x1'])
    expect(guarded.opened).toEqual([])
    expect(guarded).toBeInstanceOf(Wallet)
    expect(guarded.request).toBe(guarded.request)
    const { request } = guarded
    expect(await request({ method: 'eth_chainId' })).toBe('0x4cef52')
    await thrown(request(bad))
  })

  test('behavior: a frozen wallet', async () => {
    const wallet = new Wallet(account)
    const guarded = guardProvider(Object.freeze({ request: wallet.request.bind(wallet), isMetaMask: true }), options)
    await thrown(guarded.request(bad))
    expect(guarded.isMetaMask).toBe(true)
    expect({ ...guarded }.isMetaMask).toBe(true)
    await thrown({ ...guarded }.request(bad))
    expect('isMetaMask' in guarded).toBe(true)
  })

  test('behavior: send and sendAsync of older wallets, single and as a batch', async () => {
    const wallet = new Wallet(account)
    const sendAsync = (payload: unknown, done: (error: unknown, answer?: unknown) => void) => {
      const one = async (request: { id?: number; method: string }) => ({
        id: request.id,
        jsonrpc: '2.0',
        result: await wallet.request(request),
      })
      const answers = Array.isArray(payload) ? Promise.all(payload.map(one)) : one(payload as { method: string })
      answers.then((answer) => done(null, answer), done)
    }
    const older = {
      request: wallet.request.bind(wallet),
      sendAsync,
      send: (method: unknown, params: unknown) =>
        typeof method === 'string'
          ? wallet.request({ method, params })
          : typeof params === 'function'
            ? sendAsync(method, params as () => void)
            : { id: 1, jsonrpc: '2.0', result: [account] },
    }
    const guarded = guardProvider(older, options)
    const asked = (send: typeof sendAsync, payload: unknown) =>
      new Promise((resolve, reject) => send(payload, (error, answer) => (error ? reject(error) : resolve(answer))))
    await thrown(guarded.send(bad.method, bad.params) as Promise<unknown>)
    await thrown(guarded.send(bad, undefined) as Promise<unknown>)
    for (const send of [guarded.sendAsync, guarded.send as typeof sendAsync]) {
      await thrown(asked(send, bad))
      await thrown(
        asked(send, [
          { method: 'eth_chainId' },
          { method: 'eth_sendTransaction', params: [transaction(genuine)] },
          bad,
        ]),
      )
    }
    expect(wallet.opened).toEqual([])
    expect(guarded.send({ method: 'eth_accounts' }, undefined)).toEqual({ id: 1, jsonrpc: '2.0', result: [account] })
    expect(
      await asked(guarded.sendAsync, [
        { id: 4, method: 'eth_chainId' },
        { id: 5, method: 'eth_blockNumber' },
      ]),
    ).toEqual([
      { id: 4, jsonrpc: '2.0', result: '0x4cef52' },
      { id: 5, jsonrpc: '2.0', result: '0x10' },
    ])
  })

  test('behavior: a request is judged under whatever name a function takes it', async () => {
    const wallet = new Wallet(account)
    const listener = () => {}
    const events: unknown[] = []
    const own = {
      request: wallet.request.bind(wallet),
      // MetaMask's, which `request` and `sendAsync` lead to.
      _rpcRequest(payload: Request | Request[], done: (error: unknown, answer?: unknown) => void) {
        Promise.all([payload].flat().map((one) => wallet.request(one))).then((all) => done(null, all), done)
      },
      _request: (payload: Request) => wallet.request(payload),
      requestBatch: (payload: Request[]) => Promise.all(payload.map((one) => wallet.request(one))),
      sendPromise: (method: string, params: unknown) => wallet.request({ method, params }),
      describe(payload: { method: string }) {
        events.push(payload.method)
        return this
      },
      on(event: string, handler: () => void) {
        events.push(event, handler)
        return this
      },
    }
    const guarded = guardProvider(own, options)
    const asked = (payload: Request | Request[]) =>
      new Promise((resolve, reject) =>
        guarded._rpcRequest(payload, (error, answer) => (error ? reject(error) : resolve(answer))),
      )
    const chain = { method: 'eth_chainId' }
    await thrown(asked(bad))
    await thrown(asked([chain, bad]))
    await thrown(guarded._request(bad))
    await thrown(guarded.requestBatch([chain, bad]))
    await thrown(guarded.sendPromise(bad.method, bad.params))
    expect(wallet.opened).toEqual([])
    expect(await asked(chain)).toEqual(['0x4cef52'])
    expect(await asked([chain, chain])).toEqual(['0x4cef52', '0x4cef52'])
    expect(await guarded.requestBatch([chain])).toEqual(['0x4cef52'])
    expect(await guarded.sendPromise('eth_chainId', [])).toBe('0x4cef52')
    const good = { method: 'eth_sendTransaction', params: [transaction(genuine)] }
    expect(await asked(good)).toEqual([SENT])
    expect(await guarded.requestBatch([chain, good])).toEqual(['0x4cef52', SENT])
    // What returns the wallet itself returns the guarded one, and an event passes unread.
    expect(guarded.describe(chain)).toBe(guarded)
    expect(guarded.on('eth_sendTransaction', listener)).toBe(guarded)
    expect(events).toEqual(['eth_chainId', 'eth_sendTransaction', listener])
  })

  test('behavior: the engine that carries out the requests of a wallet is guarded as the wallet is', async () => {
    const wallet = new Wallet(account)
    const answer = async (one: Request) => ({ id: 1, jsonrpc: '2.0', result: await wallet.request(one) })
    type Done = (error: unknown, answer?: { result: unknown }) => void
    const own = {
      request: wallet.request.bind(wallet),
      // MetaMask's, whose answers are whole; with a callback, or without.
      _rpcEngine: {
        calls: 0,
        handle(payload: Request, done?: Done) {
          this.calls += 1
          return done === undefined ? answer(payload) : answer(payload).then((one) => done(null, one), done)
        },
      },
      engine: {
        sendAsync: (payload: Request, done: Done) => answer(payload).then((one) => done(null, one), done),
      },
    }
    const guarded = guardProvider(own, options)
    const { _rpcEngine, engine } = guarded
    const good = { method: 'eth_sendTransaction', params: [transaction(genuine)] }
    const called = (ask: (payload: Request, done: Done) => unknown, payload: Request) =>
      new Promise((resolve, reject) => ask(payload, (error, one) => (error ? reject(error) : resolve(one?.result))))
    await thrown(Promise.resolve(_rpcEngine.handle(bad)))
    for (const ask of [_rpcEngine.handle, engine.sendAsync]) {
      await thrown(called(ask, bad))
      expect(await called(ask, good)).toBe(SENT)
    }
    expect(wallet.opened).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    expect(await _rpcEngine.handle({ method: 'eth_chainId' })).toMatchObject({ result: '0x4cef52' })
    expect(own._rpcEngine.calls).toBe(2)
    expect(guarded._rpcEngine).toBe(_rpcEngine)
  })

  test.each([
    ['one', (good: Request & { id: number }) => good, (told: unknown) => told],
    [
      'a batch',
      (good: Request & { id: number }) => [{ id: 7, method: 'eth_chainId' }, good],
      (told: unknown) => [told, { id: 7 }],
    ],
  ])(
    'behavior: an engine resolves its answer whole, of %s: a permission is bound, or given back',
    async (_, ask, tell) => {
      const grants = createGrants()
      const wallet = new Wallet(account)
      const declined = { id: 8, error: { code: 4001, message: 'User rejected the request.' } }
      const told: unknown[] = [declined, { id: 8, result: SENT }]
      const own = {
        request: wallet.request.bind(wallet),
        _rpcEngine: { handle: async (_payload: unknown) => tell(told.shift()) },
      }
      const { _rpcEngine } = guardProvider(own, { ...options, grants })
      const asked = ask({ id: 8, method: 'eth_sendTransaction', params: [transaction(impostor)] })
      const { report } = await thrown(_rpcEngine.handle(asked))
      if (report) grants.allow(report)
      expect(await _rpcEngine.handle(asked)).toEqual(tell(declined))
      expect(await _rpcEngine.handle(asked)).toEqual(tell({ id: 8, result: SENT }))
      const again = await thrown(_rpcEngine.handle(asked))
      expect(refusalOf(again)).toMatchObject({ code: 'grant_used', advice: { txHash: SENT } })
    },
  )

  test('behavior: providers inside the provider are guarded too', async () => {
    const wallets = [new Wallet(account), new Wallet(account)] as const
    const outer = Object.assign(new Wallet(account), {
      providers: [...wallets],
      provider: wallets[0],
      // As wallets that list others by name have it.
      providerMap: new Map([['Other', wallets[0]]]),
    })
    const guarded = guardProvider(outer, options)
    await thrown(guarded.providerMap.get('Other')?.request(bad) ?? Promise.resolve())
    await thrown(guarded.provider.request(bad))
    for (const inner of guarded.providers) await thrown(inner.request(bad))
    await thrown(Object.getOwnPropertyDescriptor(guarded, 'provider')?.value.request(bad))
    await guarded.providers[1]?.request({ method: 'eth_sendTransaction', params: [transaction(genuine)] })
    expect(wallets.map(({ opened }) => opened)).toEqual([[], ['eth_sendTransaction']])
  })

  test('behavior: a request that names its chain is judged on that chain, under whatever name a function takes it', async () => {
    const wallet = new Wallet(account)
    type Done = (error: unknown, answer?: unknown) => void
    // As WalletConnect's provider has it.
    const universal = {
      request: (request: Request, chain?: string, expiry?: number) =>
        wallet.request({ ...request, ...(chain !== undefined && { chain }), ...(expiry !== undefined && { expiry }) }),
      sendAsync: (request: Request, done: Done, chain?: string) =>
        wallet.request({ ...request, ...(chain !== undefined && { chain }) }).then((one) => done(null, one), done),
    }
    const guarded = guardProvider(universal, options)
    const asked = (request: Request, chain?: string) =>
      new Promise((resolve, reject) =>
        guarded.sendAsync(request, (error, one) => (error ? reject(error) : resolve(one)), chain),
      )
    const chainOf = async (refused: Promise<unknown>) => (await thrown(refused)).report?.chainId
    expect(await chainOf(guarded.request(bad))).toBe(CHAIN_ID)
    for (const ask of [guarded.request, asked]) {
      expect(await chainOf(ask(bad, 'eip155:84532'))).toBe(84_532)
      for (const chain of ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:0x14a34', 'eip155:'])
        expect(refusalOf(await thrown(ask({ ...bad, params: [transaction(genuine)] }, chain)))).toMatchObject({
          code: 'guard_not_synced',
        })
    }
    expect(wallet.opened).toEqual([])
    const good = { method: 'eth_sendTransaction', params: [transaction(genuine)] }
    await guarded.request(good, 'eip155:84532', 300)
    expect(wallet.asked.at(-1)).toEqual({ ...good, chain: 'eip155:84532', expiry: 300 })
  })

  test('behavior: a method that a page replaces is guarded as well', async () => {
    const wallet = new Wallet(account)
    const guarded = guardProvider(wallet, options)
    const own = guarded.request
    guarded.request = (request) => own.call(guarded, request)
    await thrown(guarded.request(bad))
    expect(wallet.opened).toEqual([])
  })
})

describe('viem', () => {
  const clientOf = (wallet: Wallet) =>
    createWalletClient({ account, chain: primaryChain, transport: custom(guardProvider(wallet, options)) })

  test.each<[string, (client: ReturnType<typeof clientOf>, to: Address) => Promise<unknown>, string]>([
    [
      'sendTransaction',
      (client, to) => client.sendTransaction({ to: USDC, data: paying(to) }),
      'Execution reverted with reason: Holdfast:',
    ],
    [
      'writeContract',
      (client, to) =>
        client.writeContract({ address: USDC, abi: erc20Abi, functionName: 'transfer', args: [to, 1_000_000n] }),
      'Holdfast:',
    ],
    ['sendCalls', (client, to) => client.sendCalls({ calls: [{ to: USDC, data: paying(to) }] }), 'Holdfast:'],
    // The types of the data are those of the message.
    ['signTypedData', (client, to) => client.signTypedData(typedData(to) as never), 'Holdfast:'],
  ])('%s: the text is shown, nothing is sent by another method', async (_, act, text) => {
    const wallet = new Wallet(account)
    const error: unknown = await act(clientOf(wallet), impostors).catch((reason: unknown) => reason)
    expect(String(error)).toContain(text)
    expect(refusalOf(error)).toBeInstanceOf(GuardRefusedError)
    expect(refusalOf(error)?.report?.target).toBe(impostors)
    expect(wallet.opened).toEqual([])
    await act(clientOf(wallet), genuine)
    expect(wallet.opened).toHaveLength(1)
  })

  test('simulateContract over the wallet: the reason is shown', async () => {
    const wallet = new Wallet(account)
    const client = createPublicClient({ chain: primaryChain, transport: custom(guardProvider(wallet, options)) })
    const simulated = client.simulateContract({
      account,
      address: USDC,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [impostors, 1n],
    })
    const error: unknown = await simulated.catch((reason: unknown) => reason)
    expect(String(error)).toContain('Holdfast:')
    expect(refusalOf(error)?.code).toBe('guard_refused')
  })

  test('a fallback does not pay through its next member', async () => {
    const node = await startNode(account)
    const wallet = new Wallet(account)
    const transport = fallback([custom(guardProvider(wallet, options)), http(node.url)])
    const client = createWalletClient({ account, chain: primaryChain, transport })
    await expect(client.sendTransaction({ to: USDC, data: paying(impostors) })).rejects.toThrow('Holdfast:')
    await expect(client.signTypedData(typedData(impostors) as never)).rejects.toThrow('Holdfast:')
    expect([
      wallet.opened,
      node.asked.map(({ method }) => method).filter((method) => /send|sign/i.test(method)),
    ]).toEqual([[], []])
    await node.stop()
  })
})

describe('ethers', () => {
  test('a browser provider: the text is shown, and the wallet does not open', async () => {
    const wallet = new Wallet(account)
    const grants = createGrants()
    const signer = await new BrowserProvider(guardProvider(wallet, { ...options, grants })).getSigner()
    const token = new Contract(USDC, ['function transfer(address,uint256) returns (bool)'], signer)
    const called: unknown = await token
      .getFunction('transfer')(impostor, 1n)
      .catch((reason: unknown) => reason)
    expect(called).toMatchObject({
      code: 'CALL_EXCEPTION',
      reason: expect.stringContaining('Holdfast: 0xd9A1C3..3a91'),
    })
    for (const act of [
      () => signer.signTypedData(...ethersData(impostors)),
      () => signer.sendUncheckedTransaction({ to: USDC, data: paying(impostors), gasLimit: 100_000n }),
    ]) {
      const error: unknown = await act().catch((reason: unknown) => reason)
      expect(JSON.stringify(error)).toContain('Holdfast: 0xd9A1C3..3a91')
    }
    expect(wallet.opened).toEqual([])
    // ethers copies code, text and data alone.
    expect(refusalOf(called)?.report?.target).toBe(impostors)
    expect(grants.list().map(({ payments }) => payments[0]?.report.target)).toContain(impostors)
    expect(await signer.sendUncheckedTransaction({ to: USDC, data: paying(genuine) })).toBe(SENT)
  })
})

function ethersData(to: Address) {
  const { domain, types, message } = typedData(to)
  const { EIP712Domain: _, ...own } = types
  return [domain, own, message] as const
}
