import { record } from '@holdfast/testkit/riskScene'
import { type Address, createClient, custom, type Hash, numberToHex, padHex, toEventSelector } from 'viem'
import { avalancheFuji } from 'viem/chains'
import { beforeEach, describe, expect, test } from 'vitest'
import { CachingDataProvider } from './CachingDataProvider.js'
import { check } from './check.js'
import { ExplorerDataProvider } from './ExplorerDataProvider.js'
import { FallbackDataProvider } from './FallbackDataProvider.js'
import type { HistoryReading, IDataProvider } from './history/IDataProvider.js'
import type { HistoryRecord } from './history/SenderHistory.js'
import { MergedDataProvider } from './MergedDataProvider.js'
import { RpcDataProvider } from './RpcDataProvider.js'

/** Sources that claim blocks which the chain does not have: of another chain, of a host that invents them, or beside a node that is stuck. */

const now = new Date('2026-11-20T12:00:00Z')
const sender = '0x52908400098527886e0f7030069857d2e4169ee7'
const genuine = '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'
const impostor = '0xd9a1c3788d81257612e2581a6ea0ada244853a91'
const usdc = '0x5425890298aed601595a70ab815c96711a31bc65'
const hash = (n: number): Hash => `0x${n.toString(16).padStart(64, '0')}`
const transferTopic = toEventSelector('Transfer(address,address,uint256)')

/** Of the node; it may move on with each request. */
let head: bigint
let steps: bigint[]
/** Payments of the sender on the chain, by block. */
let paid: Map<number, Address>
/** Where an explorer says that it is. */
let indexedTo: bigint | undefined
/** What others have moved out of the sender's account, by block: no transaction of the sender's shows it. */
let pulled: Map<number, Address>
/** Happens before an explorer answers. */
let beforeAnswer: (action: string | null) => Promise<void> | void

beforeEach(() => {
  head = 1_000n
  steps = []
  paid = new Map([[10, genuine]])
  indexedTo = undefined
  pulled = new Map()
  beforeAnswer = () => {}
})

const client = createClient({
  chain: avalancheFuji,
  transport: custom(
    {
      async request({ method, params }) {
        if (method === 'eth_blockNumber') {
          head = steps.shift() ?? head
          return numberToHex(head)
        }
        if (method === 'eth_chainId') return numberToHex(avalancheFuji.id)
        if (method === 'eth_getTransactionCount') return numberToHex(paid.size)
        if (method === 'eth_getTransactionByHash') return { from: sender }
        if (method !== 'eth_getLogs') throw new Error(`The node does not know ${method}.`)
        const [{ fromBlock, toBlock, topics }] = params
        if (topics[1] !== padHex(sender)) return []
        return [...paid]
          .filter(([block]) => block >= Number(fromBlock) && block <= Number(toBlock))
          .map(([block, to]) => ({ ...logOf(block, to), blockHash: hash(block), transactionIndex: '0x0' }))
      },
    },
    { retryCount: 0 },
  ),
})

const logOf = (block: number, to: Address) => ({
  address: usdc,
  topics: [transferTopic, padHex(sender), padHex(to)],
  data: padHex('0x4c4b40'),
  blockNumber: numberToHex(block),
  blockTimestamp: '0x6a000000',
  timeStamp: '0x6a000000',
  logIndex: '0x1',
  transactionHash: hash(block),
})

const empty = { status: '0', message: 'No records found', result: [] }
const listed = (rows: readonly unknown[]) => (rows.length > 0 ? { status: '1', message: 'OK', result: rows } : empty)

/** Transactions of the sender that call the token, and what they move. */
function accountRows(action: string | null, start: number) {
  const all = action === 'tokentx' ? [...paid, ...pulled] : [...paid]
  const blocks = all.filter(([block]) => block >= start).sort(([a], [b]) => b - a)
  const first = [...paid.keys()].sort((a, b) => a - b)
  return blocks.map(([block, to]) => ({
    hash: hash(block),
    blockNumber: `${block}`,
    timeStamp: '1790000000',
    from: sender,
    to: action === 'tokentx' ? to : usdc,
    value: action === 'tokentx' ? '5000000' : '0',
    isError: '0',
    input: `0xa9059cbb${padHex(to).slice(2)}${padHex('0x4c4b40').slice(2)}`,
    nonce: `${first.indexOf(block)}`,
    confirmations: `${(indexedTo ?? head) - BigInt(block) + 1n}`,
    ...(action === 'tokentx' && { contractAddress: usdc, tokenDecimal: '6', logIndex: '1' }),
  }))
}

const kinds = { etherscan: 'https://explorer.example/api', blockscout: 'https://explorer.example/api/v2' } as const
const explorer = (kind: keyof typeof kinds, more = {}) =>
  new ExplorerDataProvider({
    apiUrl: kinds[kind],
    chainId: avalancheFuji.id,
    kind,
    client,
    retryDelayMs: 1,
    ...more,
    fetchFn: async (input) => {
      const { searchParams: query, pathname } = new URL(String(input instanceof Request ? input.url : input))
      const action = query.get('action')
      await beforeAnswer(action)
      const start = Number(query.get('startblock') ?? query.get('fromBlock') ?? 0)
      if (action === 'getblocknobytime') return Response.json({ result: { blockNumber: `${indexedTo ?? head}` } })
      if (action === 'tokentx' || action === 'txlist') return Response.json(listed(accountRows(action, start)))
      if (action === 'getLogs' && query.get('topic1') === padHex(sender)) {
        const named = [...paid].filter(([block, to]) => {
          const isAsked = [null, padHex(to), padHex(sender)].some((topic) => topic === query.get('topic2'))
          return block >= start && isAsked && query.get('topic3') === null
        })
        return Response.json(
          listed(named.map(([block, to]) => ({ ...logOf(block, to), topics: [...logOf(block, to).topics, null] }))),
        )
      }
      if (pathname.endsWith('/blocks'))
        return Response.json({ items: [{ height: Number(indexedTo ?? head), timestamp: new Date().toISOString() }] })
      if (pathname.endsWith('/indexing-status'))
        return Response.json({ finished_indexing: true, finished_indexing_blocks: true, indexed_blocks_ratio: '1.00' })
      return Response.json(pathname.includes('/addresses/') ? { items: [], next_page_params: null } : empty)
    },
  })

const extents = (toBlock: bigint) => [{ chainId: avalancheFuji.id, fromBlock: 0n, toBlock }]
/** A provider of another maker, which says how far it is. */
const madeBy = (toBlock: () => bigint): IDataProvider => ({
  getOutgoingCounterparties: () => expect.unreachable(),
  countZeroValueTransfers: () => expect.unreachable(),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date('2025-01-01') }),
  getHistory: async (_, { fromBlock = 0n } = {}): Promise<HistoryReading> => ({
    sender,
    records: [...paid].filter(([block]) => BigInt(block) >= fromBlock).map(([block, to]) => recordOf(block, to)),
    complete: true,
    extents: [{ chainId: avalancheFuji.id, fromBlock, toBlock: toBlock() }],
  }),
})
const recordOf = (block: number, to: Address): HistoryRecord =>
  record(block, sender, to, { chainId: avalancheFuji.id, token: usdc, value: 5_000_000n, logIndex: 1 })
const ahead = expect.stringContaining('ahead of the chain')

describe('an explorer', () => {
  test.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s', async (kind) => {
    const read = async (to: bigint) => {
      indexedTo = to
      const { complete, missing } = await explorer(kind).getHistory(sender, { withoutSigners: true })
      return { complete, missing }
    }
    expect(await read(1_020n)).toEqual({ complete: true, missing: undefined })
    expect(await read(1_021n)).toEqual({ complete: false, missing: [ahead] })
    expect(await read(9_000_000n)).toEqual({ complete: false, missing: [ahead] })
    // The chain has gone on while the explorer was read.
    ;[head, steps] = [1_000n, [1_000n, 1_300n]]
    expect(await read(1_301n)).toEqual({ complete: true, missing: undefined })
  })

  test('parameter: maxLagBlocks', async () => {
    indexedTo = 1_021n
    const { complete } = await explorer('etherscan', { maxLagBlocks: 21 }).getHistory(sender, { withoutSigners: true })
    expect(complete).toBe(true)
  })

  test('of another maker', async () => {
    const run = async (to: bigint, target: Address = impostor) => {
      paid.clear()
      const { level, complete } = await check(sender, target, {
        provider: madeBy(() => to),
        client,
        now,
        timeoutMs: 1_000,
      })
      return { level, complete }
    }
    // The node of this test knows no contracts, so one more source is missing in each.
    expect(await run(1_020n)).toMatchObject({ level: 'warning' })
    expect(await run(1_021n)).toMatchObject({ level: 'block', complete: false })
    ;[head, steps] = [1_000n, [1_000n, 1_300n]]
    expect(await run(1_300n)).toMatchObject({ level: 'warning' })
  })

  test('behind other providers', async () => {
    indexedTo = 9_000_000n
    const good = madeBy(() => head)
    const merged = await new MergedDataProvider([explorer('etherscan'), good]).getHistory?.(sender)
    expect(merged).toMatchObject({ complete: false, missing: [ahead] })
    const fallback = new FallbackDataProvider([explorer('etherscan'), good])
    expect(await fallback.getHistory?.(sender)).toMatchObject({ complete: true, extents: extents(1_000n) })
  })
})

describe('after one answer from far ahead, what happens later is seen', () => {
  const sees = async (provider: IDataProvider) => {
    const history = await provider.getHistory?.(sender, { target: impostor })
    return { complete: history?.complete, payees: history?.records.map(({ to }) => to.toLowerCase()).sort() }
  }

  test.each([
    ['an explorer that is compared with a node', () => explorer('etherscan')],
    ['an explorer whose logs are kept', () => explorer('blockscout')],
    ['an explorer alone', () => explorer('blockscout', { client: undefined })],
    ['a provider of another maker', () => madeBy(() => indexedTo ?? head)],
  ])('by a cache of %s', async (_, make) => {
    const cached = new CachingDataProvider(make())
    expect(await sees(cached)).toEqual({ complete: true, payees: [genuine] })
    indexedTo = 9_000_000n
    await sees(cached)
    indexedTo = undefined
    head = 1_200n
    paid.set(1_100, impostor)
    const next = await sees(cached)
    if (next.complete) expect(next.payees).toEqual([genuine, impostor])
    expect(await sees(cached)).toEqual({ complete: true, payees: [genuine, impostor] })
    head = 1_300n
    paid.set(1_250, usdc)
    expect((await sees(cached)).payees).toHaveLength(3)
  })

  test('by a reader of a node: incomplete until it is synced again', async () => {
    const node = new RpcDataProvider({ client, ignoreNative: true, maxTailBlocks: 400 })
    steps = [9_000n, 1_000n]
    await node.sync(sender)
    paid.set(990, impostor)
    expect(await node.getHistory(sender)).toMatchObject({
      complete: false,
      missing: [expect.stringContaining('have not been read')],
    })
    await expect(node.countZeroValueTransfers(genuine, sender)).rejects.toMatchObject({ name: 'DataUnavailableError' })
    await node.sync(sender)
    const { complete, records } = await node.getHistory(sender)
    expect({ complete, payees: records.map(({ to }) => to.toLowerCase()) }).toEqual({
      complete: true,
      payees: [genuine, impostor],
    })
  })

  test('by a reader of nodes of which one lags: incomplete until it is there, and nothing is read again', async () => {
    const node = new RpcDataProvider({ client, ignoreNative: true, maxTailBlocks: 400 })
    await node.sync(sender)
    head = 950n
    expect(await node.getHistory(sender)).toMatchObject({ complete: false, missing: [ahead] })
    head = 1_000n
    expect(await node.getHistory(sender)).toMatchObject({ complete: true })
  })
})

test('payments of the youngest blocks are read again, in order, by a cache of an explorer beside a node', async () => {
  for (const block of [985, 990, 995]) paid.set(block, impostor)
  const cached = new CachingDataProvider(explorer('etherscan'))
  for (const at of [1_000n, 1_010n, 1_100n, 1_200n]) {
    head = at
    const history = await cached.getHistory?.(sender)
    expect([history?.complete, history?.missing]).toEqual([true, undefined])
    const blocks = history?.records.map(({ blockNumber }) => Number(blockNumber)) ?? []
    expect(blocks.sort((a, b) => a - b)).toEqual([10, 985, 990, 995])
  }
})

describe('what comes between two requests of one reading is seen by the next one, also behind a cache', () => {
  test.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s', async (kind) => {
    const cached = new CachingDataProvider(explorer(kind))
    const payees = async () => new Set((await cached.getHistory?.(sender))?.records.map(({ to }) => to.toLowerCase()))
    // The list of transactions, which says how far the explorer is, comes a hundred blocks after that of transfers.
    let hasListed = () => {}
    const listed = new Promise<void>((resolve) => {
      hasListed = resolve
    })
    beforeAnswer = async (action) => {
      if (action === 'tokentx') setImmediate(hasListed)
      if (action !== 'txlist') return
      await listed
      head = 1_100n
      pulled.set(1_050, impostor)
    }
    await payees()
    beforeAnswer = () => {}
    head = 1_200n
    expect(await payees()).toContain(impostor)
  })
})
