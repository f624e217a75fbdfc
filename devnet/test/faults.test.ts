import { toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Devnet, FIRST_BLOCK, startDevnet } from '../src/index.js'
import { actor, ask, mined, rpc, stranger } from './actors.js'

let devnet: Devnet

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterEach(() => devnet.faults.clear())
afterAll(async () => {
  await devnet?.stop()
})

const chainId = (id = 1) => ({ jsonrpc: '2.0', id, method: 'eth_chainId', params: [] })

describe('rules', () => {
  test('are counted, skip requests and apply to their method only', async () => {
    devnet.faults.set({ rpc: { rules: [{ kind: 'rate-limit', match: 'eth_chain*', skip: 1, times: 2 }] } })
    const statuses = []
    for (let round = 0; round < 4; round++) statuses.push((await ask(devnet, chainId())).status)
    expect(statuses).toEqual([200, 429, 429, 200])
    devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_getLogs', times: null }] } })
    expect((await ask(devnet, chainId())).status).toBe(200)
  })

  test('rate-limit has the gateway’s code and headers, and applies to single items of a batch', async () => {
    devnet.faults.set({ rpc: { rules: [{ kind: 'rate-limit', times: 2 }] } })
    const reply = await ask(devnet, chainId(7))
    expect(reply.json()).toEqual({ jsonrpc: '2.0', id: 7, error: { code: -32011, message: 'request limit reached' } })
    expect(reply.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(reply.headers.get('retry-after')).toBeNull()
    const batch = await ask(devnet, [chainId(1), chainId(2)])
    expect(batch.status).toBe(200)
    expect(batch.json().map((item: { error?: { code: number } }) => item.error?.code)).toEqual([-32011, undefined])
  })

  test.each([
    ['rate-limit-plain', 429, 'Too many requests'],
    ['server-error', 500, 'Internal server error'],
    ['forbidden', 403, 'Request method filtered'],
  ] as const)('%s', async (kind, status, text) => {
    devnet.faults.set({ rpc: { rules: [{ kind }] } })
    const reply = await ask(devnet, chainId())
    expect([reply.status, reply.text]).toEqual([status, text])
  })

  test('malformed cuts the answer', async () => {
    devnet.faults.set({ rpc: { rules: [{ kind: 'malformed' }] } })
    const { text } = await ask(devnet, chainId())
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
  })

  test('hang never answers, delay answers late', async () => {
    devnet.faults.set({ rpc: { rules: [{ kind: 'hang' }, { kind: 'delay', delayMs: 1_000, match: 'eth_chainId' }] } })
    const body = JSON.stringify(chainId())
    const signal = AbortSignal.timeout(150)
    await expect(fetch(devnet.primary.rpcUrl, { method: 'POST', body, signal })).rejects.toThrow()
    const answered: string[] = []
    const delayed = ask(devnet, chainId()).then(({ status }) => answered.push(`delayed ${status}`))
    answered.push(`prompt ${(await ask(devnet, { ...chainId(), method: 'eth_blockNumber' })).status}`)
    await delayed
    expect(answered).toEqual(['prompt 200', 'delayed 200'])
  })

  test('reset loses the request, reset-after only the answer', async () => {
    const alice = await actor(devnet)
    const request = await alice.wallet.prepareTransactionRequest({ to: stranger().address, value: 1n })
    const raw = await alice.wallet.signTransaction(request)
    const send = () => rpc(devnet, 'eth_sendRawTransaction', raw)
    devnet.faults.set({ rpc: { rules: [{ kind: 'reset', match: 'eth_send*' }] } })
    await expect(send()).rejects.toThrow()
    await devnet.primary.mine()
    expect((await rpc(devnet, 'eth_getTransactionCount', alice.address, 'latest')).result).toBe('0x0')
    devnet.faults.set({ rpc: { rules: [{ kind: 'reset-after', match: 'eth_send*' }] } })
    await expect(send()).rejects.toThrow()
    await devnet.primary.mine()
    expect((await rpc(devnet, 'eth_getTransactionCount', alice.address, 'latest')).result).toBe('0x1')
  })
})

describe('views', () => {
  test('late receipts', async () => {
    const alice = await actor(devnet)
    devnet.faults.set({ rpc: { receiptDelayBlocks: 1_000_000 } })
    const hash = await alice.wallet.sendTransaction({ to: stranger().address, value: 1n })
    await devnet.primary.mine(2)
    expect((await rpc(devnet, 'eth_getTransactionReceipt', hash)).result).toBeNull()
    expect((await rpc(devnet, 'eth_getTransactionByHash', hash)).result).not.toBeNull()
    devnet.faults.clear()
    expect((await mined(devnet, hash)).status).toBe('success')
  })

  test('log queries behind the head', async () => {
    devnet.faults.set({ rpc: { behindBlocks: 10 } })
    const head = Number((await rpc(devnet, 'eth_blockNumber')).result)
    expect(head).toBeGreaterThanOrEqual(Number(devnet.primary.latestBlock) - 1)
    const query = (toBlock: number) =>
      rpc(devnet, 'eth_getLogs', { fromBlock: toHex(FIRST_BLOCK), toBlock: toHex(toBlock) })
    expect((await query(head)).error).toEqual({ code: -32014, message: 'requested data not available' })
    expect((await query(head - 11)).result).toBeDefined()
  })

  test('an old head', async () => {
    const alice = await actor(devnet)
    const receipt = await mined(devnet, await alice.wallet.sendTransaction({ to: stranger().address, value: 1n }))
    devnet.faults.set({ rpc: { lagBlocks: 40 } })
    const head = Number((await rpc(devnet, 'eth_blockNumber')).result)
    expect(head).toBeLessThan(Number(receipt.blockNumber))
    expect((await rpc(devnet, 'eth_getTransactionReceipt', receipt.transactionHash)).result).toBeNull()
    expect((await rpc(devnet, 'eth_getTransactionCount', alice.address, 'latest')).result).toBe('0x0')
  })

  test('one request at a time', async () => {
    devnet.faults.set({ rpc: { maxConcurrent: 1, latencyMs: 50 } })
    const replies = await Promise.all([ask(devnet, chainId()), ask(devnet, chainId())])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429])
    const batch = (await ask(devnet, [1, 2, 3, 4, 5].map(chainId))).json()
    expect(batch.filter((item: { error?: unknown }) => item.error !== undefined)).toHaveLength(4)
  })

  test('profiles of eth_fillTransaction, dropped transactions', async () => {
    const alice = await actor(devnet)
    const fill = () =>
      ask(devnet, { ...chainId(), method: 'eth_fillTransaction', params: [{ from: alice.address, to: alice.address }] })
    devnet.faults.set({ rpc: { fillTransaction: 'forbidden' } })
    expect(await fill()).toMatchObject({ status: 403, text: 'Request method filtered' })
    devnet.faults.set({ rpc: { fillTransaction: 'answer' } })
    expect((await fill()).json().result).toBeDefined()
    devnet.faults.set({ rpc: { fillTransaction: 'unsupported', dropTransactions: 1 } })
    const hash = await alice.wallet.sendTransaction({ to: stranger().address, value: 1n })
    await devnet.primary.mine(2)
    expect((await rpc(devnet, 'eth_getTransactionByHash', hash)).result).toBeNull()
  })
})

describe('control endpoint', () => {
  const control = async (method: string, path = '', body?: unknown) => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    const response = await fetch(`${devnet.controlUrl}${path}`, init)
    return { status: response.status, body: await response.json() }
  }

  test('shows, changes and clears', async () => {
    const update = { rpc: { latencyMs: 3, rules: [{ kind: 'reset', match: 'eth_getCode' }] } }
    expect((await control('POST', '', update)).body.rpc).toMatchObject(update.rpc)
    expect((await control('GET')).body).toEqual(devnet.faults.current)
    expect((await control('DELETE')).body.rpc.latencyMs).toBe(0)
  })

  test('error: an unknown name changes nothing', async () => {
    const refused = await control('POST', '', { rpc: { latencyMs: 9, latencyS: 1 } })
    expect(refused.status).toBe(400)
    expect(refused.body.error).toContain('rpc.latencyS is unknown')
    expect(devnet.faults.current.rpc.latencyMs).toBe(0)
    expect((await control('POST', '', { rpc: { rules: [{ kind: 'explode' }] } })).status).toBe(400)
    expect(() => devnet.faults.set({ rpc: { latencyMs: -1 } })).toThrow(RangeError)
  })

  test('moves the chain', async () => {
    const before = devnet.primary.latestBlock
    await control('POST', '/mine', { blocks: 1_500 })
    expect(devnet.primary.latestBlock).toBeGreaterThanOrEqual(before + 1_500n)
    const timeOf = async () => Number((await rpc(devnet, 'eth_getBlockByNumber', 'latest', false)).result.timestamp)
    const time = await timeOf()
    await control('POST', '/increase-time', { seconds: 3_600 })
    expect(await timeOf()).toBeGreaterThanOrEqual(time + 3_600)
    const address = stranger().address
    await control('POST', '/fund', { address, amount: '5' })
    expect(BigInt((await rpc(devnet, 'eth_getBalance', address)).result)).toBe(5_000_000_000_000n)
    expect((await control('POST', '/blocked', { address, blocked: 'yes' })).status).toBe(400)
    expect((await control('POST', '/paused', { paused: 'yes' })).status).toBe(400)
    expect((await control('POST', '/paused', { paused: true })).status).toBe(200)
    expect((await control('POST', '/paused', { paused: false })).status).toBe(200)
  })
})

describe('faucet', () => {
  const ask = async (body: unknown) => {
    const response = await fetch(devnet.primary.faucetUrl, { method: 'POST', body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }

  test('pays in transactions, also several at once', async () => {
    const [one, two] = [stranger().address, stranger().address]
    const replies = await Promise.all([ask({ address: one }), ask({ address: two, amount: '3', token: 'EURC' })])
    expect(replies.map(({ status, body }) => [status, body.amount, body.token])).toEqual([
      [200, '20000000', 'USDC'],
      [200, '3', 'EURC'],
    ])
    expect(BigInt((await rpc(devnet, 'eth_getBalance', one)).result)).toBe(20_000_000n * 10n ** 12n)
  })

  test('error: no address, no amount', async () => {
    expect((await ask({ address: '0x12' })).status).toBe(400)
    expect((await ask({ address: stranger().address, amount: '1.5' })).status).toBe(400)
    expect((await ask({ address: stranger().address, amount: '0' })).status).toBe(400)
  })
})
