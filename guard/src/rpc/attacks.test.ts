import { genuine, impostor } from '@holdfast/testkit/riskScene'
import { type Address, concat, type Hex, keccak256, numberToHex, slice, toBlobs, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CHAIN_ID, paying, provider, startNode, USDC } from '../../test/recorder.js'
import { inspectedMethods } from '../judge/inspectRequest.js'
import { createGuardServer, type GuardServer, type GuardServerOptions } from './createGuardServer.js'

/** What an outsider may try on a guard RPC, each of it with a payment to an imitation. */

const account = privateKeyToAccount(generatePrivateKey())
let node: Awaited<ReturnType<typeof startNode>>
let guard: GuardServer
const opened: GuardServer[] = []

beforeAll(async () => {
  node = await startNode(account.address)
  guard = await open()
})
afterEach(() => void node.asked.splice(0))
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await node.stop()
})

async function open(options: Partial<GuardServerOptions> = {}): Promise<GuardServer> {
  const server = createGuardServer({ upstream: node.url, chainId: CHAIN_ID, port: 0, provider, ...options })
  opened.push(server)
  await server.listen()
  return server
}

async function post(body: unknown, url = guard.url) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(url, { method: 'POST', body: text })
  return { status: response.status, answer: response.status === 204 ? undefined : await response.json() }
}
const ask = async (method: string, params: unknown, url = guard.url) =>
  (await post({ jsonrpc: '2.0', id: 1, method, params }, url)).answer

const fees = { gas: 200_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }
const signTo = (to: Address, over: { nonce?: number; amount?: bigint; chainId?: number; token?: Address } = {}) =>
  account.signTransaction({
    type: 'eip1559',
    chainId: over.chainId ?? CHAIN_ID,
    nonce: over.nonce ?? 0,
    to: over.token ?? USDC,
    data: paying(to, over.amount),
    ...fees,
  })
const authorization = (address: Address, chainId = CHAIN_ID) =>
  account.signAuthorization({ contractAddress: address, chainId, nonce: 1 })
const delegating = async (address: Address, chainId?: number) =>
  account.signTransaction({
    type: 'eip7702',
    chainId: CHAIN_ID,
    nonce: 0,
    to: account.address,
    authorizationList: [await authorization(address, chainId)],
    ...fees,
  })
const legacy = { nonce: 0, gas: 100_000n, gasPrice: 1n, to: USDC, data: paying(impostor) } as const
const blob = { nonce: 0, to: impostor as Address, value: 1n, maxFeePerBlobGas: 1n, ...fees, chainId: CHAIN_ID } as const
const hashes = [`0x01${'00'.repeat(31)}`] as const

const transactions: Readonly<Record<string, () => Promise<string>>> = {
  'of EIP-1559': () => signTo(impostor),
  'without a chain, from before EIP-155': () => account.signTransaction({ type: 'legacy', ...legacy }),
  'of EIP-155': () => account.signTransaction({ type: 'legacy', chainId: CHAIN_ID, ...legacy }),
  'with an access list': () =>
    account.signTransaction({
      type: 'eip2930',
      chainId: CHAIN_ID,
      accessList: [{ address: genuine, storageKeys: [] }],
      ...legacy,
    }),
  'with blobs by their hashes': () =>
    account.signTransaction({ type: 'eip4844', blobVersionedHashes: hashes, ...blob }),
  'with a blob beside it': () =>
    account.signTransaction({
      type: 'eip4844',
      blobVersionedHashes: hashes,
      sidecars: [
        {
          blob: toBlobs({ data: '0x01' })[0] as Hex,
          commitment: `0x${'c0'.repeat(48)}`,
          proof: `0x${'c1'.repeat(48)}`,
        },
      ],
      ...blob,
    }),
  'that delegates the account': () => delegating(impostor),
  'that delegates the account on every chain': () => delegating(impostor, 0),
  'of a type that is not known': async () => `0x05${(await signTo(genuine)).slice(4)}`,
  'of a rollup': async () => `0x7e${(await signTo(genuine)).slice(4)}`,
  'with bytes behind it': async () => concat([await signTo(genuine), '0x00']),
  'with another prefix': async () => (await signTo(genuine)).replace('0x', '0X'),
  'without a prefix': async () => (await signTo(genuine)).slice(2),
  'in spaces': async () => ` ${await signTo(genuine)} `,
  'that is not signed': async () => '0x02c0',
  'of another chain': () => signTo(genuine, { chainId: 1 }),
}

test.each(Object.entries(transactions))('a transaction %s does not reach the node', async (_, make) => {
  const raw = await make()
  for (const method of ['eth_sendRawTransaction', 'eth_sendRawTransactionSync', 'eth_sendRawTransactionConditional'])
    expect(await ask(method, [raw]), method).toMatchObject({ error: { code: 3 } })
  const bundle = [{ txs: [await signTo(genuine), raw] }]
  expect(await ask('eth_sendBundle', bundle)).toMatchObject({ error: { code: 3 } })
  expect(node.sent()).toEqual([])
})

test('the same kinds of transactions to a known payee pass', async () => {
  const raws = await Promise.all([
    signTo(genuine),
    account.signTransaction({ type: 'legacy', ...legacy, data: paying(genuine) }),
    account.signTransaction({ type: 'eip2930', chainId: CHAIN_ID, ...legacy, data: paying(genuine) }),
    account.signTransaction({ type: 'eip4844', blobVersionedHashes: hashes, ...blob, to: genuine }),
    delegating(genuine),
  ])
  for (const raw of raws) expect(await ask('eth_sendRawTransaction', [raw])).not.toHaveProperty('error')
  expect(node.sent()).toHaveLength(raws.length)
})

test.each(inspectedMethods())('%s with parameters that are not a list does not reach the node', async (method) => {
  const raw = await signTo(impostor)
  const call = { from: account.address, to: impostor, value: '0x1' }
  for (const params of [
    { 0: call, ...call, to: genuine },
    { request: call, transaction: call, bytes: raw, bundle: { txs: [raw] } },
    raw,
    7,
    true,
    null,
  ])
    expect(await ask(method, params), JSON.stringify(params)).toMatchObject({ error: { code: 3 } })
  expect(node.asked.filter((one) => one.method === method)).toEqual([])
})

test('a user operation with a member that some bundlers read in any letters does not reach the node', async () => {
  const operation = { sender: account.address, nonce: '0x0', callData: '0x' }
  const { r, s, yParity } = await authorization(impostor)
  const signed = { chainId: toHex(CHAIN_ID), address: impostor, nonce: '0x1', yParity: toHex(yParity ?? 0), r, s }
  const { address, ...rest } = signed
  for (const hidden of [
    { eip7702auth: signed },
    { EIP7702Auth: signed },
    { eip7702Auth: { ...rest, address: genuine, Address: impostor } },
    { Factory: '0x7702', FactoryData: '0x12345678' },
    { CallData: paying(impostor) },
    { Sender: impostor },
  ])
    expect(await ask('eth_sendUserOperation', [{ ...operation, ...hidden }, genuine])).toMatchObject({
      error: { code: 3 },
    })
  expect(node.asked.filter(({ method }) => method === 'eth_sendUserOperation')).toEqual([])
  await ask('eth_sendUserOperation', [operation, genuine])
  expect(node.asked.filter(({ method }) => method === 'eth_sendUserOperation')).toHaveLength(1)
})

test('a batch: ids that repeat, ids of every kind, lists inside, notifications, and too many of them', async () => {
  const raw = await signTo(impostor)
  const send = (id: unknown) => ({
    jsonrpc: '2.0',
    ...(id !== undefined && { id }),
    method: 'eth_sendRawTransaction',
    params: [raw],
  })
  const { answer } = await post([
    send(1),
    send(1),
    send('1'),
    send(null),
    send({}),
    send([1]),
    send(true),
    [send(1)],
    send(undefined),
    7,
  ])
  // A notification has no answer.
  expect(answer.map(({ id, error }: { id: unknown; error: { code: number } }) => [id, error.code])).toEqual([
    [1, 3],
    [1, 3],
    ['1', 3],
    [null, 3],
    [null, -32600],
    [null, -32600],
    [null, -32600],
    [null, -32600],
    [null, -32600],
  ])
  expect((await post(send(undefined))).status).toBe(204)
  expect((await post([send(undefined)])).status).toBe(204)
  const many = (length: number) => Array.from({ length }, () => send(7))
  const { url } = await open({ limits: { verdictMs: 600_000 } })
  const { answer: thousand } = await post(many(1_000), url)
  expect(thousand.map(({ error }: { error: { code: number } }) => error.code)).toEqual(many(1_000).map(() => 3))
  expect((await post(many(1_001))).answer).toEqual(
    many(1_001).map(({ id }) => expect.objectContaining({ id, error: expect.objectContaining({ code: -32003 }) })),
  )
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect((await post(`{"id":1,"method":"eth_sendTransaction","params":${deep}}`)).answer).toHaveProperty('error')
  expect(JSON.stringify((await post(deep)).answer)).toContain('-32600')
  expect(node.sent()).toEqual([])
})

test('a batch that takes long to read holds up no request that comes after it', async () => {
  const raws = await Promise.all(Array.from({ length: 200 }, (_, nonce) => signTo(impostor, { nonce })))
  const answered: string[] = []
  const batch = post(raws.map((raw) => ({ id: 1, method: 'eth_sendRawTransaction', params: [raw] })))
  const single = post({ id: 2, method: 'eth_gasPrice' })
  await Promise.all([batch.then(() => answered.push('batch')), single.then(() => answered.push('single'))])
  expect(answered).toEqual(['single', 'batch'])
})

/** Allows the payment of these bytes, as a person does on the page. */
async function allow(raw: Hex, server = guard, url = server.url): Promise<void> {
  const { error } = await ask('eth_sendRawTransaction', [raw], url)
  server.grants.allow(/(?:allow|code) (\w{4})/.exec(error.message)?.[1] ?? '')
}

/** The same payment but for one thing, while a permission for it waits. */
const replays: Readonly<Record<string, (other: GuardServer) => Promise<[Hex, GuardServer?]>>> = {
  'of more': async () => [await signTo(impostor, { amount: 1_000_001n })],
  'of another token': async () => [await signTo(impostor, { token: `0x${'ab'.repeat(20)}` })],
  'to another imitation': async () => [
    await signTo(`0x${genuine.slice(2, 8)}${'99'.repeat(15)}${genuine.slice(-4)}`.toLowerCase() as Address),
  ],
  'on another chain': async () => [await signTo(impostor, { chainId: 84_532 })],
  'at a guard of another process': async (other) => [await signTo(impostor), other],
}

test.each(Object.entries(replays))('a permission lets no payment through %s', async (_, make) => {
  const own = await open()
  await allow(await signTo(impostor), own)
  const [raw, at = own] = await make(await open())
  expect(await ask('eth_sendRawTransaction', [raw], at.url)).toMatchObject({ error: { code: 3 } })
  expect(node.sent()).toEqual([])
  // The permission is still there.
  expect(await ask('eth_sendRawTransaction', [await signTo(impostor)], own.url)).not.toHaveProperty('error')
})

test('a permission lets one of many broadcasts at once through, and only its bytes again', async () => {
  const own = await open()
  const raws = await Promise.all(Array.from({ length: 12 }, (_, nonce) => signTo(impostor, { nonce })))
  await allow(raws[0] as Hex, own)
  const single = raws.slice(0, 6).map((raw) => ask('eth_sendRawTransaction', [raw], own.url))
  const batch = raws
    .slice(6)
    .map((raw) => ({ jsonrpc: '2.0', id: raw, method: 'eth_sendRawTransaction', params: [raw] }))
  const answers = [...(await Promise.all([...single, post(batch, own.url)]))].flatMap((one) => one.answer ?? one)
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  const [paid] = node.asked.filter(({ method }) => /send/.test(method)).map(({ params }) => (params as [Hex])[0])
  const again = await Promise.all(raws.map((raw) => ask('eth_sendRawTransaction', [raw], own.url)))
  expect(again.map(({ error }, index) => [raws[index] === paid, error?.code])).toEqual(
    raws.map((raw) => [raw === paid, raw === paid ? undefined : 3]),
  )
})

test('a permission of one user lets no broadcast of another through', async () => {
  const [one, two] = ['a'.repeat(24), 'b'.repeat(24)]
  const hosted = await open({ tokens: [one, two] })
  const raw = await signTo(impostor)
  await allow(raw, hosted, `${hosted.localUrl}/${one}`)
  expect(await ask('eth_sendRawTransaction', [raw], `${hosted.localUrl}/${two}`)).toMatchObject({ error: { code: 3 } })
  expect(await ask('eth_sendRawTransaction', [raw], `${hosted.localUrl}/${one}`)).not.toHaveProperty('error')
})

test('many refusals of many payments leave a bounded rest behind', async () => {
  const own = await open()
  const calls = Array.from({ length: 100 }, (_, index) => ({
    from: account.address,
    to: impostor,
    value: toHex(index + 1),
  }))
  for (let round = 0; round < 30; round++) {
    const blocks = [
      {
        calls: calls.map((call, index) => ({
          ...call,
          from: keccakAccount(index),
          value: numberToHex(round * 1_000 + index + 1),
        })),
      },
    ]
    expect(await ask('eth_simulateV1', [{ blockStateCalls: blocks }], own.url)).toMatchObject({ error: { code: 3 } })
  }
  expect(own.grants.list().flatMap(({ payments }) => payments).length).toBeLessThanOrEqual(2_000)
})

function keccakAccount(index: number): Address {
  return slice(keccak256(numberToHex(index)), 12)
}
