import { arcTestnetChain } from '@holdfast/contracts'
import { primaryChain } from '@holdfast/sdk/chain'
import { type RecordingNode, startRecordingNode } from '@holdfast/testkit/recordingNode'
import { genuine, impostor } from '@holdfast/testkit/riskScene'
import { type Address, createWalletClient, fallback, type Hex, http, zeroHash } from 'viem'
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
  chain = await startNode(account.address, { eth_simulateV1: [{ calls: [{ logs: [] }] }] })
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

const memo = arcTestnetChain.memo
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

const walletAt = (url: string) =>
  createWalletClient({ account, chain: primaryChain, transport: fallback([http(url), http(open.url)]) })

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

test('a verdict that does not come in time is none', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const slow = { ...provider, getOutgoingCounterparties: () => answered.then(provider.getOutgoingCounterparties) }
  const guard = await start({ provider: slow, limits: { verdictMs: 50, checkMs: 600_000 } })
  const serializedTransaction = await sign(USDC, paying(genuine))
  await expect(walletAt(guard.url).sendRawTransaction({ serializedTransaction })).rejects.toThrow(
    'cannot check yet: the check takes too long',
  )
  expect([...node.methods, ...open.methods].filter((method) => /send/.test(method))).toEqual([])
  answer()
}, 240_000)
