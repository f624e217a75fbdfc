import { connect } from 'node:net'
import { primaryChain } from '@holdfast/sdk/chain'
import type { IDataProvider } from '@holdfast/sdk/risk'
import { type NodeFault, type RecordingNode, startRecordingNode } from '@holdfast/testkit/recordingNode'
import { genuine, impostor } from '@holdfast/testkit/riskScene'
import {
  type Address,
  BaseError,
  createPublicClient,
  createWalletClient,
  fallback,
  type Hex,
  http,
  numberToHex,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '../../test/call.js'
import { CHAIN_ID, paying, provider, startNode, USDC } from '../../test/recorder.js'
import { createGuardServer, type GuardServer, type GuardServerOptions } from './createGuardServer.js'

/** A guard and a second, unguarded node behind clients with the limits that they have by default. */

const account = privateKeyToAccount(generatePrivateKey())
let chain: Awaited<ReturnType<typeof startNode>>
let node: RecordingNode
let open: RecordingNode
const started: GuardServer[] = []

beforeAll(async () => {
  // No payee is a verified one.
  const answers = { eth_call: `0x${'0'.repeat(64)}`, eth_simulateV1: [{ calls: [{ logs: [] }] }] }
  chain = await startNode(account.address, answers)
  ;[node, open] = await Promise.all([startRecordingNode(chain.url), startRecordingNode(chain.url)])
})
beforeEach(() => {
  node.reset()
  open.reset()
})
afterAll(async () => {
  await Promise.all(started.map((guard) => guard.close()))
  await Promise.all([node?.stop(), open?.stop(), chain?.stop()])
})

async function start(options: Partial<GuardServerOptions> = {}): Promise<GuardServer> {
  const guard = createGuardServer({ upstream: node.url, chainId: CHAIN_ID, port: 0, provider, ...options })
  started.push(guard)
  await guard.listen()
  return guard
}

const memo = '0x5294E9927c3306DcBaDb03fe70b92e01cCede505'
const inMemo = (to: Address, amount = 1_000_000n) =>
  call('function memo(address target, bytes data, bytes32 memoId, bytes memoData)', [
    USDC,
    paying(to, amount),
    zeroHash,
    '0x',
  ])
const unread = '0xdeadbeef' as const
const contract = `0x${'c0'.repeat(20)}` as const

const sign = (to: Address, data: Hex) =>
  account.signTransaction({
    type: 'eip1559',
    chainId: CHAIN_ID,
    nonce: 0,
    to,
    data,
    gas: 200_000n,
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
  })

const walletAt = (url: string, limits: { timeout?: number } = {}) =>
  createWalletClient({ account, chain: primaryChain, transport: fallback([http(url, limits), http(open.url)]) })

const simulations = ['eth_simulateV1', 'debug_traceCall']

test('viem: a payment in a memo to an imitation is refused while the node answers no simulation', async () => {
  const guard = await start()
  Object.assign(node, { fault: 'silent', only: simulations })
  const wallet = walletAt(guard.url)
  const serializedTransaction = await sign(memo, inMemo(impostor))
  await expect(wallet.sendRawTransaction({ serializedTransaction })).rejects.toThrow('Not the same.')
  await expect(wallet.sendTransaction({ to: memo, data: inMemo(impostor, 2n) })).rejects.toThrow('Not the same.')
  expect(open.methods.filter((method) => /send/.test(method))).toEqual([])
  expect(node.methods.filter((method) => /send/.test(method))).toEqual([])
}, 240_000)

test('viem: the same while the node answers nothing at all, also from before the guard was started', async () => {
  node.fault = 'silent'
  const wallet = walletAt((await start()).url)
  const serializedTransaction = await sign(memo, inMemo(impostor))
  await expect(wallet.sendRawTransaction({ serializedTransaction })).rejects.toThrow('Not the same.')
  expect(open.methods).toEqual([])
}, 240_000)

test('viem: what could not be simulated and cannot be read waits, and what was read goes on', async () => {
  const guard = await start()
  const wallet = walletAt(guard.url)
  for (const fault of ['silent', '429', '502', 'reset'] as const) {
    Object.assign(node, { fault, only: simulations })
    const serializedTransaction = await sign(contract, unread)
    await expect(wallet.sendRawTransaction({ serializedTransaction }), fault).rejects.toThrow(
      'cannot check yet: the node did not simulate',
    )
    expect(
      [...node.methods, ...open.methods].filter((method) => /send/.test(method)),
      fault,
    ).toEqual([])
    await wallet.sendRawTransaction({ serializedTransaction: await sign(memo, inMemo(genuine)) })
    node.reset()
  }
  // A fault turns no simulation off.
  await wallet.sendRawTransaction({ serializedTransaction: await sign(contract, unread) })
  expect(node.methods).toContain('eth_simulateV1')
  expect(open.methods).toEqual([])
}, 240_000)

test('without a verdict in time nothing is sent', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const slow: IDataProvider = {
    ...provider,
    async getOutgoingCounterparties(...args) {
      await answered
      return provider.getOutgoingCounterparties(...args)
    },
  }
  const guard = await start({ provider: slow, limits: { verdictMs: 50, checkMs: 600_000 } })
  const serializedTransaction = await sign(USDC, paying(genuine))
  await expect(walletAt(guard.url).sendRawTransaction({ serializedTransaction })).rejects.toThrow(
    'cannot check yet: the check takes too long',
  )
  expect([...node.methods, ...open.methods].filter((method) => /send/.test(method))).toEqual([])
  answer()
}, 240_000)

test('after the time for a verdict nothing more is read for it', async () => {
  let [reads, giveUp] = [0, () => {}]
  const givenUp = new Promise<void>((resolve) => {
    giveUp = resolve
  })
  const slow: IDataProvider = {
    ...provider,
    getAddressActivity: (_, { signal } = {}) => {
      reads++
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          giveUp()
          reject(signal.reason)
        })
      })
    },
  }
  const guard = await start({ provider: slow, limits: { verdictMs: 50, checkMs: 600_000 } })
  const serializedTransaction = await sign(USDC, paying(genuine))
  await expect(walletAt(guard.url).sendRawTransaction({ serializedTransaction })).rejects.toThrow(
    'cannot check yet: the check takes too long',
  )
  await givenUp
  expect(reads).toBe(1)
}, 240_000)

const never = () => new Promise<never>(() => {})
const sourceThat = (read: () => Promise<never>): IDataProvider => ({
  getOutgoingCounterparties: read,
  getAddressActivity: read,
  countZeroValueTransfers: read,
})

test('viem: with every source silent and the limits as they are, the answer comes before the client gives up', async () => {
  const guard = await start({ provider: sourceThat(never) })
  node.fault = 'silent'
  const wallet = walletAt(guard.url)
  for (const data of [inMemo(genuine), unread]) {
    const serializedTransaction = await sign(memo, data)
    await expect(wallet.sendRawTransaction({ serializedTransaction })).rejects.toThrow('cannot check yet')
  }
  expect(open.methods).toEqual([])
}, 240_000)

/** Methods that send, each with a payment to an address. */
const sends: Readonly<Record<string, (to: Address) => Promise<readonly unknown[]>>> = {
  eth_sendRawTransaction: async (to) => [await sign(USDC, paying(to))],
  eth_sendRawTransactionSync: async (to) => [await sign(USDC, paying(to))],
  eth_sendRawTransactionConditional: async (to) => [await sign(USDC, paying(to)), {}],
  eth_sendPrivateRawTransaction: async (to) => [await sign(USDC, paying(to))],
  eth_sendPrivateTransaction: async (to) => [{ tx: await sign(USDC, paying(to)) }],
  eth_sendBundle: async (to) => [{ txs: [await sign(USDC, paying(to))] }],
  eth_sendTransaction: async (to) => [{ from: account.address, to: USDC, data: paying(to) }],
  wallet_sendTransaction: async (to) => [{ from: account.address, to: USDC, data: paying(to) }],
  eth_sendUserOperation: async (to) => [
    {
      sender: account.address,
      nonce: '0x0',
      callData: call('function execute(address target, uint256 value, bytes data)', [USDC, 0n, paying(to)]),
    },
    '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  ],
  wallet_sendCalls: async (to) => [
    {
      version: '2.0.0',
      chainId: numberToHex(CHAIN_ID),
      from: account.address,
      calls: [{ to: USDC, data: paying(to) }],
      atomicRequired: false,
    },
  ],
  eth_sendSomethingNew: async (to) => [{ from: account.address, to: USDC, data: paying(to) }],
}

/** Why a guard forwards no payment: what it is set up with, and what the node behind it does. */
const reasons: Readonly<Record<string, Partial<GuardServerOptions> & { to?: Address; fault?: NodeFault }>> = {
  'the payee is an imitation': { to: impostor },
  'the payee is an imitation and the node is silent': { to: impostor, fault: 'silent', limits: { upstreamMs: 50 } },
  'the payee is an imitation and the node limits its rate': { to: impostor, fault: '429' },
  'the body is too long': { limits: { bodyBytes: 40 } },
  'the body is much too long': { limits: { bodyBytes: 4 } },
  'the batch is too long': { limits: { batch: 1 } },
  'the node is silent': { fault: 'silent', limits: { simulationMs: 50, checkMs: 50, upstreamMs: 50 } },
  'the node breaks the connection': { fault: 'reset' },
  'the node refuses connections': { upstream: 'http://127.0.0.1:1' },
  'the node limits its rate': { fault: '429' },
  'the node fails': { fault: '502' },
  'the history is not read yet': { provider: { ...provider, getHistory: never }, limits: { firstSightMs: 1 } },
  'the history takes longer than a client waits': { provider: sourceThat(never), limits: { verdictMs: 50 } },
  'the explorer is silent': { provider: sourceThat(never), limits: { checkMs: 50 } },
  'the explorer is down': { provider: sourceThat(() => Promise.reject(new Error('The explorer is down.'))) },
  'neither the explorer nor the node answers': {
    provider: sourceThat(never),
    fault: 'silent',
    limits: { checkMs: 50, simulationMs: 50, upstreamMs: 50 },
  },
}

test.each(Object.entries(reasons))(
  'viem: no payment goes to its next node where %s, single and in a batch',
  async (reason, { to = genuine, fault = 'none', ...options }) => {
    node.fault = fault
    const guard = await start(options)
    for (const batch of [false, true]) {
      if (reason === 'the batch is too long' && !batch) continue
      const nodes = [guard.url, open.url].map((url) => http(url, { batch, retryDelay: 1 }))
      const client = createPublicClient({ chain: primaryChain, transport: fallback(nodes, { retryDelay: 1 }) })
      for (const [method, make] of Object.entries(sends)) {
        const params = await make(to)
        const beside = batch ? client.request({ method: 'net_version' } as never).catch(() => undefined) : undefined
        const sent = await client.request({ method, params } as never).then(
          () => 'sent',
          (error: Error) => error.message,
        )
        expect(sent, method).toMatch(/Holdfast/)
        await beside
      }
    }
    const reached = [...open.methods, ...node.methods].filter((method) => /send/i.test(method))
    expect(reached).toEqual([])
  },
  240_000,
)

test('viem: what was judged as safe goes to its next node where the node behind the guard fails', async () => {
  const guard = await start()
  for (const fault of ['429', '502', 'reset'] as const) {
    Object.assign(node, { fault, only: ['eth_sendRawTransaction'] })
    const serializedTransaction = await sign(USDC, paying(genuine))
    await walletAt(guard.url).sendRawTransaction({ serializedTransaction })
    expect(
      open.methods.filter((method) => /send/.test(method)),
      fault,
    ).toEqual(['eth_sendRawTransaction'])
    open.reset()
    node.reset()
  }
}, 240_000)

test('a client that is not let in reads the answer, however much it sends first', async () => {
  const { localUrl } = await start({ tokens: ['a'.repeat(24)] })
  const { hostname, port } = new URL(localUrl)
  const body = ' '.repeat(1024 * 1024)
  const answer = await new Promise<string>((resolve, reject) => {
    let read = ''
    const socket = connect(Number(port), hostname)
    socket.on('data', (bytes) => {
      read += bytes
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(read))
    socket.write(`POST /wrong HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${body.length}\r\n\r\n`)
    socket.write(body)
  })
  expect(answer).toContain('Nothing was sent.')
})

/** It reads no JSON-RPC error in an HTTP error. */
const isOldViem = new BaseError('').version.startsWith('2.38.')

test.skipIf(isOldViem)('viem: no payment goes to its next node where the guard does not let it in', async () => {
  const token = 'a'.repeat(24)
  const { localUrl } = await start({ tokens: [token] })
  const serializedTransaction = await sign(USDC, paying(impostor))
  // Not about time: on a busy machine an answer may take longer than viem waits.
  const patient = { timeout: 600_000 }
  for (const path of ['', '/wrong', `/${'b'.repeat(24)}`, `/${token}/other`, `/?token=${token}`])
    await expect(
      walletAt(`${localUrl}${path}`, patient).sendRawTransaction({ serializedTransaction }),
      path,
    ).rejects.toThrow('Nothing was sent.')
  await expect(walletAt(`${localUrl}/${token}`, patient).sendRawTransaction({ serializedTransaction })).rejects.toThrow(
    'Not the same.',
  )
  expect(open.methods).toEqual([])
})

test.runIf(isOldViem)('an old viem goes on where the guard does not let it in, as the guide says', async () => {
  const { localUrl } = await start({ tokens: ['a'.repeat(24)] })
  const serializedTransaction = await sign(USDC, paying(impostor))
  await walletAt(localUrl).sendRawTransaction({ serializedTransaction })
  expect(open.methods).toEqual(['eth_sendRawTransaction'])
})
