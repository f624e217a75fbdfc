import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Address, createClient, custom, type Hash, numberToHex, toEventSelector } from 'viem'
import { avalancheFuji } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { primaryChain } from '../chain/viemChain.js'
import { ExplorerDataProvider, type ExplorerDataProviderOptions } from './ExplorerDataProvider.js'
import { lower } from './history/lower.js'
import type { HistoryRecord } from './history/SenderHistory.js'

/** Base Sepolia by Blockscout and Fuji by an Etherscan-like API: chains whose coin is not USDC. */

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const payee = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const box = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const planter = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const baseUsdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const fujiUsdc = '0x5425890298aed601595a70AB815c96711a31Bc65'
const counterfeit = '0x1111111111111111111111111111111111111111'
const hash = (n: number): Hash => `0x${n.toString(16).padStart(64, '0')}`
const time = '2026-11-01T00:00:00.000000Z'

let server: Server
let origin: string
let running: number
let most: number
let asked: string[]
let answer: (url: URL) => unknown

beforeEach(async () => {
  running = most = 0
  asked = []
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', origin)
    asked.push(`${url.pathname}${url.search}`)
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 2))
    running--
    send(response, answer(url))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

class Refusal {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string> = {},
  ) {}
}

function send(response: ServerResponse, body: unknown): void {
  const refusal = body instanceof Refusal ? body : undefined
  response.writeHead(refusal?.status ?? (body === undefined ? 404 : 200), {
    'content-type': 'application/json',
    ...refusal?.headers,
  })
  response.end(JSON.stringify(refusal ? { message: 'refused' } : (body ?? { message: 'Not found' })))
}

const told = ({ from, to, token, value, canonical, signer, kind }: HistoryRecord) =>
  [signer, from, to, value, token, canonical, ...(kind ? [kind] : [])].map(String).map(nameOf).join(' ')
const nameOf = (text: string) =>
  Object.entries({ sender, payee, friend, box, planter, usdc: baseUsdc, fujiUsdc, counterfeit }).find(
    ([, known]) => known.toLowerCase() === text.toLowerCase(),
  )?.[0] ?? text

const transfer = (n: number, from: string, to: string, value: string, token: string, type = 'ERC-20') => ({
  transaction_hash: hash(n),
  block_number: n,
  log_index: 3,
  timestamp: time,
  from: { hash: from },
  to: { hash: to },
  token: { address_hash: token, type },
  token_type: type,
  total: type === 'ERC-20' ? { value, decimals: '6' } : { token_id: '1' },
})
const transaction = (n: number, nonce: number, from: string, to: string, value: string, changes = {}) => ({
  hash: hash(n),
  block_number: n,
  timestamp: time,
  status: 'ok',
  nonce,
  from: { hash: from },
  to: { hash: to },
  value,
  raw_input: '0x',
  ...changes,
})
const internal = (n: number, from: string, to: string, value: string, success = true) => ({
  transaction_hash: hash(n),
  block_number: n,
  index: 1,
  timestamp: time,
  from: { hash: from },
  to: { hash: to },
  value,
  success,
})

const transferCall = (to: string, value: number) =>
  `0xa9059cbb${to.slice(2).padStart(64, '0')}${value.toString(16).padStart(64, '0')}`

type Lists = Record<'token-transfers' | 'transactions' | 'internal-transactions', unknown[]>
/** A Blockscout of two rows a page. */
function blockscout(lists: Lists, changes: Record<string, unknown> = {}) {
  return ({ pathname, searchParams }: URL): unknown => {
    const name = pathname.slice(pathname.lastIndexOf('/') + 1)
    // An instance that refuses its Etherscan-like API for lists.
    if (searchParams.get('module') === 'account') return new Refusal(403)
    if (searchParams.get('module') === 'logs') return { status: '0', message: 'No logs found', result: [] }
    if (name in changes) return changes[name]
    if (name in lists) {
      const all = lists[name as keyof Lists]
      const start = Number(searchParams.get('items_count') ?? 0)
      return {
        items: all.slice(start, start + 2),
        next_page_params: start + 2 < all.length ? { items_count: start + 2 } : null,
      }
    }
    if (name === 'counters')
      return {
        transactions_count: `${lists.transactions.length}`,
        token_transfers_count: `${lists['token-transfers'].length}`,
      }
    if (name === 'indexing-status')
      return { finished_indexing: true, finished_indexing_blocks: true, indexed_blocks_ratio: '1.00' }
    if (name === 'blocks')
      return { items: [{ height: 100, timestamp: new Date().toISOString() }], next_page_params: null }
    if (pathname.includes('/transactions/')) return { hash: name, from: { hash: planter } }
    return undefined
  }
}

const lists: Lists = {
  'token-transfers': [
    transfer(9, sender, sender, '5', baseUsdc),
    transfer(8, friend, sender, '0', baseUsdc),
    transfer(7, sender, box, '0', baseUsdc),
    transfer(6, sender, payee, '1', counterfeit),
    transfer(5, payee, sender, '1', counterfeit, 'ERC-721'),
    transfer(2, sender, payee, '25000000', baseUsdc),
  ],
  transactions: [
    transaction(12, 3, sender, planter, '0', { raw_input: '0x00' }),
    transaction(11, 4, friend, sender, '0'),
    transaction(10, 7, friend, sender, '0', { raw_input: '0xabcdef0123' }),
    transaction(4, 2, sender, planter, '9', { status: 'error' }),
    { ...transaction(15, 4, sender, planter, '9'), block_number: null },
    transaction(3, 1, sender, friend, '1000'),
    transaction(2, 0, sender, baseUsdc, '0', { raw_input: transferCall(payee, 25_000_000) }),
  ],
  'internal-transactions': [
    internal(3, sender, friend, '1000'),
    internal(2, box, sender, '77'),
    internal(1, sender, planter, '5', false),
  ],
}

const create = (options: ExplorerDataProviderOptions = {}) =>
  new ExplorerDataProvider({ apiUrl: `${origin}/api/v2`, chainId: 84532, retryDelayMs: 1, ...options })

describe('Blockscout of a chain with a coin of its own', () => {
  test('default: tokens, coin, and what contracts have paid', async () => {
    answer = blockscout(lists)
    const { records, complete, missing, extents } = await create().getHistory(sender)
    expect({ complete, missing, extents }).toEqual({
      complete: true,
      missing: undefined,
      extents: [{ chainId: 84532, fromBlock: 0n, toBlock: 100n }],
    })
    expect(records.map(told)).toEqual([
      'planter friend sender 0 usdc true',
      'planter sender box 0 usdc true',
      'sender sender payee 25000000 usdc true',
      'sender sender planter 0 null true call',
      'friend friend sender 0 null true',
      'friend friend sender 0 null true call',
      'sender sender friend 1000 null true',
      'sender box sender 77 null true',
      'planter sender payee 1 counterfeit false',
      'null payee sender 1 counterfeit false nft',
    ])
    expect(most).toBeLessThanOrEqual(12)
  })

  test('parameter: fromBlock ends the reading at the first older row', async () => {
    answer = blockscout(lists)
    const { records, extents } = await create().getHistory(sender, { fromBlock: 8n })
    expect(asked.filter((path) => path.includes(`/${sender.toLowerCase()}/transactions?`))).toHaveLength(2)
    expect(records.map(({ blockNumber }) => blockNumber)).toEqual([8n, 12n, 11n, 10n])
    expect(extents).toEqual([{ chainId: 84532, fromBlock: 8n, toBlock: 100n }])
    // The block itself is wanted.
    const later = await create().getHistory(sender, { fromBlock: 12n })
    expect(later.records.map(({ blockNumber }) => blockNumber)).toEqual([12n])
    const native = await create().getHistory(sender, { fromBlock: 10n })
    expect(native.records.map(({ blockNumber }) => blockNumber)).toEqual([12n, 11n, 10n])
  })

  test('parameter: maxRows ends a list that goes on', async () => {
    answer = blockscout(lists)
    const { complete, extents, missing } = await create({ maxRows: 3 }).getHistory(sender)
    expect({ complete, extents }).toEqual({ complete: false, extents: undefined })
    expect(missing).toContainEqual(expect.stringContaining('or 3 rows'))
    expect(await create({ maxRows: 100 }).getHistory(sender)).toMatchObject({ complete: true })
  })

  test('parameter: limits end the lists of one reading, not those of the next', async () => {
    answer = blockscout(lists)
    const provider = create()
    const limits = { maxPages: 1, maxRows: 3 }
    const { complete, extents, missing } = await provider.getHistory(sender, { limits })
    expect({ complete, extents }).toEqual({ complete: false, extents: undefined })
    expect(missing).toContainEqual(expect.stringContaining('or 3 rows'))
    expect(await provider.getHistory(sender)).toMatchObject({ complete: true })
  })

  test('parameter: limit; every request waits for its limiter', async () => {
    answer = blockscout(lists)
    const places: number[] = []
    let ran = 0
    const run = <value>(task: () => Promise<value>) => {
      ran++
      return task()
    }
    const limit = (maxConcurrent: number) => {
      places.push(maxConcurrent)
      return { run, pause() {} }
    }
    expect(await create({ limit, maxConcurrent: 5 }).getHistory(sender)).toMatchObject({ complete: true })
    expect(places).toEqual([5])
    expect(ran).toBe(asked.length)
  })

  test('parameter: target, withoutSigners and maxSignerLookups decide what is looked up', async () => {
    answer = blockscout(lists)
    const looked = async (options: object, more: ExplorerDataProviderOptions = {}) => {
      asked = []
      await create(more).getHistory(sender, options)
      return asked.flatMap((path) => /\/transactions\/0x0*(\d+)/.exec(path)?.[1] ?? [])
    }
    expect((await looked({})).sort()).toEqual(['6', '7', '8'])
    expect(await looked({ target: box })).toEqual(['7'])
    expect(await looked({ withoutSigners: true })).toEqual([])
    // The address in the newer record was paid before it.
    expect(await looked({}, { maxSignerLookups: 1 })).toEqual(['7'])
  })

  test('parameter: target; tokens of ERC-1155 between it and the sender are one of a kind', async () => {
    const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
    const logOf = (n: number, event: string, from: string, to: string) => ({
      address: counterfeit,
      topics: [event, topicOf(planter), topicOf(from), topicOf(to)],
      data: '0x',
      blockNumber: `0x${n.toString(16)}`,
      logIndex: '0x1',
      timeStamp: '0x6a000000',
      transactionHash: hash(n),
    })
    const logs = [
      logOf(20, toEventSelector('TransferSingle(address,address,address,uint256,uint256)'), sender, payee),
      logOf(21, toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'), payee, sender),
      logOf(22, toEventSelector('Other(address,address,address)'), payee, sender),
    ]
    answer = (url) => {
      const { searchParams } = url
      const found = logs.filter(
        ({ topics }) =>
          searchParams.get('module') === 'logs' &&
          topics.every((topic, place) => [null, topic].includes(searchParams.get(`topic${place}`))),
      )
      return found.length > 0 ? { status: '1', message: 'OK', result: found } : blockscout(lists)(url)
    }
    const { records } = await create().getHistory(sender, { target: payee })
    expect(records.filter(({ blockNumber }) => blockNumber >= 20n).map(told)).toEqual([
      'planter sender payee 1 counterfeit false nft',
      'planter payee sender 1 counterfeit false nft',
    ])
  })

  test('behavior: calls that pay the sender, a thousand in one transaction, do not make the history incomplete', async () => {
    const spam = Array.from({ length: 1_000 }, () => internal(20, planter, sender, '1'))
    const all = blockscout({ ...lists, 'internal-transactions': [...spam, ...lists['internal-transactions']] })
    const own = blockscout(lists)
    answer = (url) => (url.searchParams.get('filter') === 'from' ? own : all)(url)
    const { records, complete, missing } = await create().getHistory(sender)
    expect({ complete, missing }).toEqual({ complete: true, missing: undefined })
    expect(records.map(told)).toContain('sender sender friend 1000 null true')
  })

  test('parameter: maxConcurrent', async () => {
    answer = blockscout(lists)
    await create({ maxConcurrent: 2 }).getHistory(sender)
    expect(most).toBe(2)
    expect(() => create({ maxConcurrent: 0 })).toThrow('At least one request')
  })

  test.each([
    ['lists a payment as a transaction only', { 'token-transfers': { items: [], next_page_params: null } }],
    [
      'lacks some blocks',
      { 'indexing-status': { finished_indexing_blocks: true, finished_indexing: true, indexed_blocks_ratio: '0.98' } },
    ],
    ['is still indexing', { 'indexing-status': { finished_indexing_blocks: false, indexed_blocks_ratio: '0.98' } }],
    [
      'has not indexed what contracts have paid',
      {
        'indexing-status': { finished_indexing_blocks: true, finished_indexing: false, indexed_blocks_ratio: '1.00' },
      },
    ],
    ['has stalled', { blocks: { items: [{ height: 100, timestamp: time }], next_page_params: null } }],
    ['refuses a list', { 'internal-transactions': new Refusal(403) }],
    ['answers nonsense in a list', { transactions: { items: [{}], next_page_params: null } }],
    ['goes in a circle', { transactions: { items: [], next_page_params: { index: 1 } } }],
  ])('behavior: incomplete where the explorer %s', async (_, changes) => {
    answer = blockscout(lists, changes)
    const { complete, missing } = await create().getHistory(sender)
    expect(complete).toBe(false)
    expect(missing).toHaveLength(1)
  })

  test('behavior: what comes in while the lists are read is read again', async () => {
    const late = {
      ...lists,
      'token-transfers': [transfer(13, sender, friend, '1', baseUsdc), ...lists['token-transfers']],
      transactions: [
        transaction(13, 4, sender, baseUsdc, '0', { raw_input: transferCall(friend, 1) }),
        ...lists.transactions,
      ],
    }
    let isThere = false
    answer = (url) => {
      if (url.pathname.endsWith('/transactions')) return blockscout(late)(url)
      if (!url.pathname.endsWith('/token-transfers')) return blockscout(lists)(url)
      isThere ||= asked.filter((path) => path.includes('filter=from&token')).length > 6
      return blockscout(isThere ? late : lists)(url)
    }
    const { complete, records } = await create().getHistory(sender)
    expect(complete).toBe(true)
    expect(records[0]).toMatchObject({ to: friend.toLowerCase(), blockNumber: 13n })
  })

  test('behavior: a signer that cannot be looked up leaves the history incomplete', async () => {
    answer = (url) => (url.pathname.includes('/transactions/') ? new Refusal(403) : blockscout(lists)(url))
    const history = await create().getHistory(sender)
    expect(history.complete).toBe(false)
    expect(history.records.some(({ signer }) => signer === null)).toBe(true)
    await expect(create().resolveSigners(history.records)).rejects.toMatchObject({ name: 'DataUnavailableError' })
  })

  test('behavior: a busy host is left alone for as long as it asks', async () => {
    let refusals = 1
    answer = (url) => (refusals-- > 0 ? new Refusal(429, { 'x-ratelimit-reset': '120' }) : blockscout(lists)(url))
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    expect((await create({ maxConcurrent: 1 }).getHistory(sender)).complete).toBe(true)
    expect(timers.mock.calls.filter(([, delayMs]) => delayMs === 120)).toHaveLength(1)
  })

  test('error: where nothing can be had, and with a client of another chain', async () => {
    answer = () => undefined
    await expect(create().getHistory(sender)).rejects.toMatchObject({
      name: 'DataUnavailableError',
      message: expect.stringContaining(`reading the history of ${sender.toLowerCase()}`),
    })
    const client = { chain: { id: 1 } } as never
    expect(() => create({ client })).toThrow('The client is for chain 1')
  })
})

describe('Etherscan-like API', () => {
  const row = (n: number, from: string, to: string, value: string, changes = {}) => ({
    hash: hash(n),
    blockNumber: `${n}`,
    timeStamp: '1790000000',
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    value,
    isError: '0',
    input: '0x',
    confirmations: `${101 - n}`,
    ...changes,
  })
  const token = { contractAddress: fujiUsdc, tokenDecimal: '6', logIndex: '4' }
  const account: Record<string, unknown[]> = {
    tokentx: [row(8, sender, box, '0', token), row(2, sender, payee, '5', token)],
    txlist: [
      row(3, sender, friend, '1000', { nonce: '1' }),
      row(2, sender, fujiUsdc, '0', { nonce: '0', input: '0xa9059cbb' }),
    ],
    txlistinternal: [row(2, box, sender, '77')],
  }
  const etherscan =
    (changes: Record<string, unknown[]> = {}) =>
    ({ searchParams }: URL) => {
      const action = searchParams.get('action') ?? ''
      const list = { ...account, ...changes }[action]
      if (list)
        return list.length > 0
          ? { status: '1', message: 'OK', result: searchParams.get('sort') === 'asc' ? list.toReversed() : list }
          : { status: '0', message: 'No transactions found', result: [] }
      if (action === 'eth_getTransactionByHash')
        return { jsonrpc: '2.0', id: 1, result: { from: planter.toLowerCase() } }
      return { status: '0', message: 'NOTOK', result: 'Unknown action' }
    }
  const fuji = (options: ExplorerDataProviderOptions = {}) =>
    new ExplorerDataProvider({
      apiUrl: `${origin}/api`,
      chainId: 43113,
      kind: 'etherscan',
      retryDelayMs: 1,
      ...options,
    })

  test('default: the same records, two requests at a time', async () => {
    answer = etherscan()
    const { records, complete, missing, extents } = await fuji().getHistory(sender)
    expect({ complete, missing, extents }).toEqual({
      complete: true,
      missing: undefined,
      extents: [{ chainId: 43113, fromBlock: 0n, toBlock: 100n }],
    })
    expect(records.map(told)).toEqual([
      'planter sender box 0 fujiUsdc true',
      'sender sender payee 5 fujiUsdc true',
      'sender sender friend 1000 null true',
      'sender box sender 77 null true',
    ])
    expect(most).toBe(2)
  })

  test('behavior: a payee behind a contract is read from the receipt; without it, the history is incomplete', async () => {
    const call = {
      tokentx: (account.tokentx ?? []).toSpliced(1, 0, row(4, sender, box, '5', token)),
      txlist: [row(4, sender, box, '0', { nonce: '2', input: '0x12345678' }), ...(account.txlist ?? [])],
    }
    const topics = [toEventSelector('Transfer(address,address,uint256)'), box, payee].map(
      (topic) => `0x${topic.slice(2).toLowerCase().padStart(64, '0')}`,
    )
    const place = { blockNumber: '0x4', logIndex: '0x9', transactionHash: hash(4) }
    const log = { address: fujiUsdc, topics, data: `0x${'4'.padStart(64, '0')}`, ...place }
    answer = (url) =>
      url.searchParams.get('action') === 'eth_getTransactionReceipt'
        ? { jsonrpc: '2.0', id: 1, result: { logs: [log] } }
        : etherscan(call)(url)
    expect(await fuji().getHistory(sender)).toMatchObject({
      complete: true,
      settled: [
        { address: payee.toLowerCase(), amount: 4n, chainId: 43113, blockNumber: 4n, timestamp: expect.any(Date) },
      ],
    })
    answer = etherscan(call)
    expect(await fuji().getHistory(sender)).toMatchObject({ complete: false, missing: [expect.any(String)] })
  })

  test('behavior: a list of transactions that does not begin at the first is incomplete', async () => {
    answer = etherscan({ txlist: [row(3, sender, friend, '1000', { nonce: '40' })] })
    expect(await fuji().getHistory(sender)).toMatchObject({
      complete: false,
      missing: ['The explorer lists 1 of 41 transactions of the account.'],
    })
  })

  test('behavior: transactions that the node counts and the explorer leaves out make the history incomplete', async () => {
    answer = etherscan()
    const read = async (nonce: number, isSilent = false) => {
      const request = async ({ method }: { method: string }) => {
        if (method === 'eth_blockNumber') return '0x64'
        if (method === 'eth_getTransactionCount' && !isSilent) return numberToHex(nonce)
        throw new Error(`No answer to ${method}.`)
      }
      const client = createClient({ chain: avalancheFuji, transport: custom({ request }, { retryCount: 0 }) })
      const { complete, missing } = await fuji({ client }).getHistory(sender, { withoutSigners: true })
      return { complete, missing }
    }
    expect(await read(2)).toEqual({ complete: true, missing: undefined })
    expect(await read(20)).toEqual({
      complete: false,
      missing: ['The explorer lists 2 of 20 transactions that the account has signed.'],
    })
    // The list of them is whole as far as it can tell, but how many there are is not known.
    expect(await read(2, true)).toEqual({ complete: false, missing: [expect.stringContaining('No answer to')] })
  })

  describe('a block with more rows than the host shows, nearly all of them forged', () => {
    const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
    const transferTopic = toEventSelector('Transfer(address,address,uint256)')
    /** In each block the token's transfers of nothing, and behind them a payment that a contract has pulled. */
    const crowd = (blocks: readonly number[]) =>
      blocks.flatMap((block) => [
        row(block, sender, friend, '7', { ...token, logIndex: '6000', hash: hash(block + 1_000) }),
        ...Array.from({ length: 6_000 }, (_, index) =>
          row(block, sender, box, '0', { ...token, logIndex: `${5_999 - index}` }),
        ),
      ])
    const crowded =
      (blocks: readonly number[]) =>
      (url: URL): unknown => {
        const { searchParams } = url
        if (searchParams.get('action') !== 'tokentx') return etherscan()(url)
        const [start, end] = ['startblock', 'endblock'].map((name) => Number(searchParams.get(name) ?? Number.NaN))
        const found = [...crowd(blocks), ...(account.tokentx as ReturnType<typeof row>[])].filter(
          ({ blockNumber: block }) => !(Number(block) < Number(start) || Number(block) > Number(end)),
        )
        found.sort((a, b) => Number(a.blockNumber) - Number(b.blockNumber))
        if (searchParams.get('sort') === 'desc') found.reverse()
        if (![null, fujiUsdc].includes(searchParams.get('contractaddress')) || found.length === 0)
          return { status: '0', message: 'No token transfers found', result: [] }
        return { status: '1', message: 'OK', result: found.slice(0, Number(searchParams.get('offset'))) }
      }
    const receipt = (block: number, value: number, to: string, change = {}) => ({
      from: planter,
      transactionHash: hash(block + 1_000),
      logs: [
        {
          address: fujiUsdc,
          topics: [transferTopic, topicOf(sender), topicOf(to)],
          data: `0x${value.toString(16).padStart(64, '0')}`,
          logIndex: '0x1770',
          ...change,
        },
      ],
    })
    const read = (blocks: readonly number[], refused: readonly string[] = [], maxRows?: number) => {
      answer = crowded(blocks)
      const client = createClient({
        chain: { ...avalancheFuji, rpcUrls: { default: { http: [origin] } } },
        transport: custom(
          {
            async request({ method, params }) {
              if (refused.includes(method)) throw new Error('The node refuses.')
              if (method === 'eth_blockNumber') return '0x64'
              if (method === 'eth_getTransactionCount') return '0x2'
              const block = Number(params[0])
              return [
                receipt(block, 7, friend),
                // Of another token, of another account, and another event.
                receipt(block, 8, payee, { address: counterfeit }),
                receipt(block, 8, payee, { topics: [transferTopic, topicOf(friend), topicOf(payee)] }),
                receipt(block, 8, payee, { topics: [hash(1), topicOf(sender), topicOf(payee)] }),
              ]
            },
          },
          { retryCount: 0 },
        ),
      })
      const options = { apiUrl: `${origin}/api`, chainId: 43113, kind: 'etherscan', retryDelayMs: 1, client } as const
      return new ExplorerDataProvider({ ...options, maxRows }).getHistory(sender, { withoutSigners: true })
    }

    test.each([
      [[50], undefined],
      [[3, 50], undefined],
      [[1, 98, 99], undefined],
      [[50], 5_000],
      [[1, 3, 98, 99], 5_000],
    ] as const)('is read from the node: blocks %j, at most %s rows', async (blocks, maxRows) => {
      const { records, complete, missing } = await read(blocks, [], maxRows)
      expect({ complete, missing }).toEqual({ complete: true, missing: undefined })
      const paid = records.filter(({ to, value }) => to === friend.toLowerCase() && value === 7n)
      expect(paid.map(({ blockNumber }) => Number(blockNumber)).sort((a, b) => a - b)).toEqual(blocks)
      expect(paid.every(({ decimals, timestamp }) => decimals === 6 && timestamp !== null)).toBe(true)
      expect(records.some(({ to, value }) => to === payee.toLowerCase() && value === 5n)).toBe(true)
      expect(records.some(({ value }) => value === 8n)).toBe(false)
      expect(records.every(({ from, to }) => [from, to].includes(lower(sender)))).toBe(true)
      expect(asked.length).toBeLessThanOrEqual(maxRows === undefined ? 20 : 40)
    })

    test('is not read from receipts where USDC is the coin: they do not show each payment', async () => {
      const usdc = '0x3600000000000000000000000000000000000000'
      const rows = Array.from({ length: 6_000 }, (_, index) =>
        row(50, sender, box, '0', { ...token, contractAddress: usdc, logIndex: `${index}` }),
      )
      answer = ({ searchParams }) => {
        const [start, end] = ['startblock', 'endblock'].map((name) => Number(searchParams.get(name) ?? 50))
        const isIn = searchParams.get('action') === 'tokentx' && Number(start) <= 50 && Number(end) >= 50
        return isIn
          ? { status: '1', message: 'OK', result: rows.slice(0, Number(searchParams.get('offset'))) }
          : { status: '0', message: 'No transactions found', result: [] }
      }
      const nodeAsked: string[] = []
      const request = async ({ method }: { method: string }) => {
        nodeAsked.push(method)
        return method === 'eth_blockNumber' ? '0x64' : method === 'eth_getTransactionCount' ? '0x0' : []
      }
      const client = createClient({ chain: primaryChain, transport: custom({ request }, { retryCount: 0 }) })
      const provider = new ExplorerDataProvider({
        apiUrl: `${origin}/api`,
        chainId: primaryChain.id,
        kind: 'etherscan',
        retryDelayMs: 1,
        client,
      })
      expect(await provider.getHistory(sender, { withoutSigners: true })).toMatchObject({ complete: false })
      expect(nodeAsked).not.toContain('eth_getBlockReceipts')
    })

    test('is read from the node: transactions of others to the sender, and its own among them', async () => {
      const call = `0xa9059cbb${topicOf(payee).slice(2)}${'5'.padStart(64, '0')}`
      const own = row(50, sender, friend, '1000', { nonce: '1', hash: hash(1_050) })
      const first = row(2, sender, fujiUsdc, '0', { nonce: '0', input: call })
      const spam = Array.from({ length: 6_000 }, (_, index) =>
        row(50, planter, sender, '0', { hash: hash(2_000 + index) }),
      )
      answer = (url) => {
        const { searchParams } = url
        if (searchParams.get('action') !== 'txlist') return etherscan()(url)
        if (Number(searchParams.get('startblock') ?? 0) > 50)
          return { status: '0', message: 'No transactions found', result: [] }
        const isFirst = Number(searchParams.get('endblock') ?? 99) < 50
        return {
          status: '1',
          message: 'OK',
          result: isFirst ? [first] : spam.slice(0, Number(searchParams.get('offset'))),
        }
      }
      const told = { hash: own.hash, from: sender, to: friend, value: '0x3e8', input: '0x', nonce: '0x1' }
      const others = spam.map(({ hash }) => ({
        hash,
        from: planter,
        to: sender,
        value: '0x0',
        input: '0x',
        nonce: '0x0',
      }))
      const refused: string[] = []
      const client = createClient({
        chain: avalancheFuji,
        transport: custom(
          {
            async request({ method }) {
              if (refused.includes(method)) throw new Error('The node refuses.')
              if (method === 'eth_blockNumber') return '0x64'
              if (method === 'eth_getTransactionCount') return '0x2'
              if (method === 'eth_getTransactionReceipt') return { status: '0x1' }
              return { timestamp: '0x6ab13b80', transactions: [...others, told] }
            },
          },
          { retryCount: 0 },
        ),
      })
      const options = { apiUrl: `${origin}/api`, chainId: 43113, kind: 'etherscan', retryDelayMs: 1, client } as const
      const history = () => new ExplorerDataProvider(options).getHistory(sender, { withoutSigners: true })
      const { records, complete, missing } = await history()
      expect({ complete, missing }).toEqual({ complete: true, missing: undefined })
      expect(records.find(({ to, value }) => to === friend.toLowerCase() && value === 1_000n)).toMatchObject({
        blockNumber: 50n,
        signer: sender.toLowerCase(),
      })
      refused.push('eth_getBlockByNumber')
      expect(await history()).toMatchObject({ complete: false })
    })

    test.each([
      ['the node does not answer', [50], ['eth_getBlockReceipts'], undefined],
      ['the node does not answer, and memory is short', [50], ['eth_getBlockReceipts'], 5_000],
      ['there are more than four', [50, 51, 52, 53, 54], [], undefined],
    ] as const)('leaves the history incomplete where %s', async (_, blocks, refused, maxRows) => {
      const { complete, missing } = await read(blocks, refused, maxRows)
      expect(complete).toBe(false)
      expect(missing).toHaveLength(1)
    })
  })

  describe('parameter: maxRows; rows of nothing, or of next to nothing, do not use it up', () => {
    const blocks = 40
    const paid = [2, 20, 39].map((block) =>
      row(block, sender, friend, '7', { ...token, logIndex: '4000', hash: hash(block) }),
    )
    /** More rows in each block than are asked for at a time, and far more in all than may be kept. */
    const forged = {
      'from the sender': (block: number, index: number) => row(block, sender, box, '0', at(block, index)),
      'to the sender': (block: number, index: number) => row(block, box, sender, '0', at(block, index)),
      'a unit each': (block: number, index: number) => row(block, planter, sender, '1', at(block, index)),
    }
    const at = (block: number, index: number) => ({ ...token, logIndex: `${index}`, hash: hash(1_000 + block) })
    const pairLog = (from: string, to: string, value: bigint) => ({
      address: fujiUsdc,
      topics: [
        toEventSelector('Transfer(address,address,uint256)'),
        ...[from, to].map((address) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`),
      ],
      data: `0x${value.toString(16).padStart(64, '0')}`,
      blockNumber: '0x2',
      logIndex: '0x1',
      timeStamp: '0x6a000000',
      transactionHash: hash(1_002),
    })

    test.each(Object.entries(forged))('%s', async (_, forge) => {
      const all = Array.from({ length: blocks }, (_, block) => [
        ...Array.from({ length: 701 }, (_, index) => forge(block, index)),
        ...paid.filter(({ blockNumber }) => Number(blockNumber) === block),
      ]).flat()
      const [{ from, to, value } = { from: '', to: '', value: '0' }] = all
      answer = (url) => {
        const { searchParams } = url
        const [start, end] = ['startblock', 'endblock'].map((name) => Number(searchParams.get(name) ?? Number.NaN))
        const logs = [pairLog(from, to, BigInt(value))].filter(
          ({ topics }) =>
            searchParams.get('module') === 'logs' &&
            topics.every((topic, place) => [null, topic].includes(searchParams.get(`topic${place}`))),
        )
        if (searchParams.get('module') === 'logs')
          return {
            status: logs.length > 0 ? '1' : '0',
            message: logs.length > 0 ? 'OK' : 'No records found',
            result: logs,
          }
        if (searchParams.get('action') !== 'tokentx' || searchParams.get('contractaddress') !== fujiUsdc)
          return searchParams.get('action') === 'tokentx'
            ? { status: '0', message: 'No token transfers found', result: [] }
            : etherscan()(url)
        const found = all.filter(
          ({ blockNumber: block }) => !(Number(block) < Number(start) || Number(block) > Number(end)),
        )
        if (searchParams.get('sort') === 'desc') found.reverse()
        return found.length > 0
          ? { status: '1', message: 'OK', result: found.slice(0, Number(searchParams.get('offset'))) }
          : { status: '0', message: 'No token transfers found', result: [] }
      }
      const other = from === sender.toLowerCase() ? to : from
      const history = await fuji({ maxRows: 5_000 }).getHistory(sender, {
        withoutSigners: true,
        target: other as Address,
      })
      expect({ complete: history.complete, missing: history.missing }).toEqual({ complete: true, missing: undefined })
      expect(history.records.filter(({ value }) => value === 7n)).toHaveLength(3)
      expect(history.records.length).toBeLessThan(5_000)
      // What was left out is asked for by payer and target.
      expect(
        history.records.filter(({ transactionHash, decimals }) => transactionHash === hash(1_002) && decimals === 6),
      ).not.toEqual([])
    })
  })

  test.each([
    ['as many rows as are asked for', 5_000],
    ['fewer rows than are asked for', 1_000],
  ])('behavior: a long list is read by ranges of blocks from a host that gives %s', async (_, limit) => {
    const all = Array.from({ length: 10_500 }, (_, index) => row(20_000 - index, payee, sender, '5', token))
    answer = (url) => {
      const { searchParams } = url
      if (searchParams.get('action') !== 'tokentx') return etherscan()(url)
      const [start, end] = ['startblock', 'endblock'].map((name) => Number(searchParams.get(name) ?? Number.NaN))
      const found = all.filter(
        ({ blockNumber: block }) => !(Number(block) < Number(start) || Number(block) > Number(end)),
      )
      if (searchParams.get('sort') === 'asc') found.reverse()
      return found.length > 0 && searchParams.get('contractaddress') === fujiUsdc
        ? { status: '1', message: 'OK', result: found.slice(0, Math.min(Number(searchParams.get('offset')), limit)) }
        : { status: '0', message: 'No token transfers found', result: [] }
    }
    const { records, complete } = await fuji().getHistory(sender, { withoutSigners: true })
    expect(complete).toBe(true)
    expect(new Set(records.map(({ transactionHash }) => transactionHash)).size).toBe(10_502)
  })
})
