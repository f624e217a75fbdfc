import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Address, padHex, zeroHash } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DataUnavailableError } from '../errors/risk.js'
import { ExplorerDataProvider, type ExplorerDataProviderOptions } from './ExplorerDataProvider.js'

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const payee = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const usdc = '0x3600000000000000000000000000000000000000'
const counterfeit = '0x1111111111111111111111111111111111111111'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Answer = { status?: number; body: unknown } | 'hang' | 'cut'
let server: Server
let origin: string
let requests: URL[]
/** Answers by the end of the path; a list is used up one by one, its last answer is repeated. */
let routes: Record<string, Answer[]>

beforeEach(async () => {
  requests = []
  routes = { '/token-transfers': [page([])], '/transactions': [page([])], '/counters': [counters(0)] }
  routes.tokentx = routes.getLogs = [nothing]
  server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', origin)
  requests.push(url)
  const name = url.searchParams.get('action') ?? url.pathname.slice(url.pathname.lastIndexOf('/'))
  const list = routes[name] ?? []
  const next = (list.length > 1 ? list.shift() : list[0]) ?? { status: 404, body: { message: 'Not found' } }
  if (next === 'hang') return
  response.writeHead(next === 'cut' ? 200 : (next.status ?? 200), { 'content-type': 'application/json' })
  response.end(next === 'cut' ? '{"items":[{"from":{"ha' : JSON.stringify(next.body))
}

const page = (items: unknown[], next: unknown = null): Answer => ({ body: { items, next_page_params: next } })
const counters = (count: number): Answer => ({ body: { transactions_count: `${count}`, token_transfers_count: '0' } })
const rows = (...result: unknown[]): Answer => ({ body: { status: '1', message: 'OK', result } })
const nothing: Answer = { body: { status: '0', message: 'No logs found', result: [] } }
const transfer = (to: Address, value = '5', changes = {}) => ({
  from: { hash: sender },
  to: { hash: to },
  token: { address_hash: usdc },
  total: { value, decimals: '6' },
  block_number: 4,
  log_index: 0,
  timestamp: null,
  transaction_hash: zeroHash,
  ...changes,
})
const transaction = (changes = {}) => ({
  from: { hash: sender },
  to: { hash: other },
  value: '7',
  status: 'ok',
  hash: zeroHash,
  raw_input: '0x',
  nonce: 0,
  block_number: 4,
  timestamp: '2026-03-01T00:00:00.000000Z',
  ...changes,
})
const log = (blockNumber: number, logIndex: number, data: string = zeroHash) => ({
  address: usdc,
  topics: [transferTopic, padHex(other, { size: 32 }).toLowerCase(), padHex(sender, { size: 32 }).toLowerCase(), null],
  data,
  blockNumber: `0x${blockNumber.toString(16)}`,
  logIndex: logIndex === 0 ? '0x' : `0x${logIndex.toString(16)}`,
})
const create = (options: ExplorerDataProviderOptions = {}) =>
  new ExplorerDataProvider({ apiUrl: `${origin}/api/v2`, retryDelayMs: 1, ...options })
const queries = (name: string) =>
  requests.filter(({ href }) => href.includes(name)).map(({ searchParams }) => Object.fromEntries(searchParams))

describe('getOutgoingCounterparties', () => {
  test('default: non-zero transfers of payable tokens out of the sender, from every page', async () => {
    const cursor = { block_number: 5, index: 1, items_count: 50, hash: null }
    routes['/token-transfers'] = [
      page([transfer(payee), transfer(other, '0'), transfer(other, '9', { from: { hash: payee } })], cursor),
      page([
        transfer(other, '9', { token: { address: counterfeit } }),
        transfer('0x0000000000000000000000000000000000000000'),
      ]),
    ]
    const provider = create({ chainId: 421614 })
    routes['/token-transfers'] = routes['/token-transfers'].map((one) =>
      JSON.parse(JSON.stringify(one).replaceAll(usdc, '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d')),
    )
    expect(await provider.getOutgoingCounterparties(sender)).toEqual({ counterparties: [payee], complete: true })
    const first = { type: 'ERC-20', filter: 'from', token: '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d' }
    expect(queries('token-transfers')).toEqual([first, { ...first, block_number: '5', index: '1', items_count: '50' }])
  })

  test('behavior: where USDC is the coin, transfer lists hold native payments: one list a token, no transactions', async () => {
    routes['/token-transfers'] = [page([transfer(payee)])]
    expect(await create().getOutgoingCounterparties(sender)).toEqual({ counterparties: [payee], complete: true })
    expect(queries('token-transfers').map(({ token }) => token)).toHaveLength(3)
    expect(queries('/transactions')).toEqual([])
  })

  test('behavior: elsewhere native payments count, unless they failed, moved nothing or made a contract', async () => {
    const items = [
      transaction(),
      transaction({ to: { hash: payee }, status: 'error' }),
      transaction({ to: { hash: payee }, status: null }),
      transaction({ to: { hash: payee }, value: '0' }),
      transaction({ to: null }),
    ]
    routes['/transactions'] = [page(items)]
    expect(await create({ chainId: 84532 }).getOutgoingCounterparties(sender)).toEqual({
      counterparties: [other],
      complete: true,
    })
  })

  test('behavior: at the page cap the scan is incomplete', async () => {
    routes['/token-transfers'] = [1, 2, 3].map((index) => page([transfer(payee)], { index }))
    const scan = await create({ chainId: 421614, maxPages: 2 }).getOutgoingCounterparties(sender)
    expect(scan).toEqual({ counterparties: [], complete: false })
    expect(queries('token-transfers')).toHaveLength(2)
  })

  test('behavior: a busy or failing host is asked again', async () => {
    const busy: Answer = { status: 429, body: { message: 'Too many requests.' } }
    routes['/token-transfers'] = [busy, { status: 503, body: '' }, busy, busy, busy, page([transfer(payee)])]
    const { counterparties } = await create().getOutgoingCounterparties(sender)
    expect(counterparties).toEqual([payee])
  })

  test.each<[string, Answer]>([
    ['is busy without end', { status: 429, body: { message: 'Too many requests.' } }],
    ['fails', { status: 500, body: {} }],
    ['does not know the path', { status: 404, body: { message: 'Not found' } }],
    ['refuses the parameters', { status: 422, body: { errors: [{ title: 'Invalid value' }] } }],
    ['cuts its answer short', 'cut'],
    ['does not answer', 'hang'],
    ['answers with a text', { body: 'ok' }],
    ['answers with null', { body: null }],
    ['leaves the list out', { body: { next_page_params: null } }],
    ['leaves the cursor out', { body: { items: [] } }],
    ['gives an empty cursor', page([], {})],
    ['goes in a circle', page([], { index: 1 })],
    ['gives an invalid address', page([transfer('0x12')])],
    ['gives an invalid value', page([transfer(payee, '1e6')])],
    ['gives a number for a value', page([transfer(payee, '1', { total: { value: 1 } })])],
    ['gives no value', page([transfer(payee, '1', { total: null })])],
    ['gives no token', page([transfer(payee, '1', { token: null })])],
    ['gives an invalid row', page([null])],
  ])('error: rejects when the explorer %s', async (_, one) => {
    routes['/token-transfers'] = [one]
    const pending = create({ timeoutMs: one === 'hang' ? 50 : 5_000 }).getOutgoingCounterparties(sender)
    const error = await pending.catch((thrown) => thrown)
    expect(error).toBeInstanceOf(DataUnavailableError)
    expect(error.code).toBe('data_unavailable')
  })

  test('error: rejects when nothing listens', async () => {
    const provider = create({ apiUrl: 'http://127.0.0.1:9/api/v2' })
    await expect(provider.getOutgoingCounterparties(sender)).rejects.toThrow(DataUnavailableError)
  })

  test('parameter: signal', async () => {
    routes['/token-transfers'] = ['hang']
    const controller = new AbortController()
    const pending = create().getOutgoingCounterparties(sender, { signal: controller.signal })
    setImmediate(() => controller.abort(new Error('enough')))
    await expect(pending).rejects.toThrow('enough')
  })
})

describe('getAddressActivity', () => {
  test('default: counts, and dates from the older of first transaction and first token transfer', async () => {
    routes['/counters'] = [counters(12)]
    routes['/transactions'] = [page([transaction(), transaction({ timestamp: null })], { block_number: 5 })]
    routes.tokentx = [rows({ timeStamp: '1767225600' })]
    const activity = await create().getAddressActivity(payee)
    expect(activity).toEqual({ transactionCount: 12, firstSeenAt: new Date('2026-01-01') })
    expect(queries('/transactions')).toEqual([{ sort: 'block_number', order: 'asc' }])
    expect(requests.find(({ search }) => search.includes('tokentx'))?.pathname).toBe('/api')
  })

  test('behavior: an unused address, and one that has only received', async () => {
    expect(await create().getAddressActivity(payee)).toEqual({ transactionCount: 0, firstSeenAt: null })
    routes.tokentx = [rows({ timeStamp: '1767225600' })]
    expect(await create().getAddressActivity(payee)).toEqual({
      transactionCount: 0,
      firstSeenAt: new Date('2026-01-01'),
    })
  })

  test('behavior: a pending transaction is not history; a count without any is not believed', async () => {
    routes['/transactions'] = [page([transaction({ timestamp: null })])]
    expect(await create().getAddressActivity(payee)).toEqual({ transactionCount: 0, firstSeenAt: null })
    routes['/counters'] = [counters(3)]
    await expect(create().getAddressActivity(payee)).rejects.toThrow(DataUnavailableError)
  })

  test('behavior: a list that is whole is counted, and no counter is asked', async () => {
    routes['/transactions'] = [page([transaction(), transaction({ timestamp: null }), transaction()])]
    expect((await create().getAddressActivity(payee)).transactionCount).toBe(2)
    expect(queries('/counters')).toEqual([])
  })

  test('parameter: seenBefore; one transfer by then is enough, a later one is not', async () => {
    routes['/transactions'] = [page([transaction({ timestamp: '2025-03-01T00:00:00.000000Z' })])]
    routes.tokentx = [rows({ timeStamp: '1767225600' })]
    const seenAt = new Date('2026-01-01')
    expect(await create().getAddressActivity(payee, { seenBefore: seenAt })).toEqual({
      transactionCount: 0,
      firstSeenAt: seenAt,
    })
    expect(requests).toHaveLength(1)
    const young = await create().getAddressActivity(payee, { seenBefore: new Date(seenAt.getTime() - 1) })
    expect(young).toEqual({ transactionCount: 1, firstSeenAt: new Date('2025-03-01') })
  })

  test('behavior: a cold counter is asked once more, and never outweighs what is seen', async () => {
    routes['/counters'] = [counters(0), counters(30)]
    routes['/transactions'] = [page([transaction(), transaction()], { block_number: 5 })]
    expect((await create().getAddressActivity(payee)).transactionCount).toBe(30)
    routes['/counters'] = [counters(0)]
    expect((await create().getAddressActivity(payee)).transactionCount).toBe(2)
  })

  test.each<[string, Answer]>([
    ['/counters', { body: {} }],
    ['/counters', { status: 404, body: {} }],
    ['/transactions', page([transaction({ timestamp: 'yesterday' })])],
    ['/transactions', { status: 422, body: {} }],
    ['tokentx', { body: { status: '0', message: 'Invalid address hash', result: null } }],
    ['tokentx', rows({ timeStamp: '0x12' })],
  ])('error: rejects when %s answers nonsense', async (route, one) => {
    routes[route] = [one]
    await expect(create().getAddressActivity(payee)).rejects.toThrow(DataUnavailableError)
  })
})

describe('countZeroValueTransfers', () => {
  test('default: zero transfers between the two, from raw logs', async () => {
    routes.getLogs = [
      rows(log(1, 0), log(1, 2), log(2, 0, padHex('0x5', { size: 32 })), { ...log(3, 0), address: counterfeit }),
    ]
    expect(await create().countZeroValueTransfers(other, sender)).toBe(2)
    expect(queries('getLogs')[0]).toMatchObject({
      address: usdc,
      fromBlock: '0',
      topic0_1_opr: 'and',
      topic1_2_opr: 'and',
    })
    expect(await create().countZeroValueTransfers(payee, sender)).toBe(0)
  })

  test('behavior: goes on from the last block of a full page, and counts no row twice', async () => {
    const full = Array.from({ length: 1_000 }, (_, index) => log(index < 900 ? 4 : 9, index))
    routes.getLogs = [rows(...full), rows(...full.slice(900), log(9, 1_000))]
    expect(await create().countZeroValueTransfers(other, sender)).toBe(1_001)
    expect(queries('getLogs').map(({ fromBlock }) => fromBlock)).toEqual(['0', '9'])
  })

  test('behavior: at the page cap, baits seen are reported and none seen is not believed', async () => {
    const full = (data?: string) => rows(...Array.from({ length: 1_000 }, (_, index) => log(index + 1, 0, data)))
    routes.getLogs = [full()]
    expect(await create({ maxPages: 1 }).countZeroValueTransfers(other, sender)).toBe(1_000)
    routes.getLogs = [full(padHex('0x5', { size: 32 }))]
    await expect(create().countZeroValueTransfers(other, sender)).rejects.toThrow(DataUnavailableError)
  })

  test.each<[string, Answer]>([
    ['an error in the envelope', { body: { status: '0', message: 'Invalid address format', result: null } }],
    ['an invalid list', { body: { status: '1', message: 'OK', result: 'x' } }],
    ['a log without data', rows({ ...log(1, 0), data: undefined })],
  ])('error: rejects %s', async (_, one) => {
    routes.getLogs = [one]
    await expect(create().countZeroValueTransfers(other, sender)).rejects.toThrow(DataUnavailableError)
  })
})
