import { type Address, type Hash, padHex, toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { check } from './check.js'
import { ExplorerDataProvider, type ExplorerDataProviderOptions } from './ExplorerDataProvider.js'
import type { HistoryOptions } from './history/IDataProvider.js'

/**
 * Hosts that give rows in another order than they are asked for. Each list that ends at a page, a block or a first row must
 * notice it, or the newest rows are lost without a word.
 */

const sender = '0x52908400098527886e0f7030069857d2e4169ee7'
const payee = '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'
const impostor = '0xd9a1c3788d81257612e2581a6ea0ada244853a91'
const friend = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
const usdcOf = {
  43113: '0x5425890298aed601595a70ab815c96711a31bc65',
  84532: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
} as const
const hash = (n: number): Hash => `0x${n.toString(16).padStart(64, '0')}`

type Row = { block: number; to: Address; value: string; index: number }
const paid = (block: number, to: Address = friend, index = 0): Row => ({ block, to, value: '5000000', index })
const many = (count: number, blockOf: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => paid(blockOf(index), friend, index))
/** The last block has the only payment to the payee. */
const newest = paid(9_000, payee)

type Order = (rows: readonly Row[], asked: string) => readonly Row[]
const byBlock = (rows: readonly Row[]) => [...rows].sort((a, b) => a.block - b.block || a.index - b.index)
const oldestFirst: Order = (rows) => byBlock(rows)
const newestFirst: Order = (rows) => byBlock(rows).reverse()
const asAsked: Order = (rows, asked) => (asked === 'asc' ? oldestFirst : newestFirst)(rows, asked)
/** A host behind which two indexes answer, one of them without its newest row in place. */
const mixed: Order = (rows, asked) => {
  const sorted = asAsked(rows, asked)
  return [...sorted.slice(1, 3), ...sorted.slice(0, 1), ...sorted.slice(3)]
}

const rowsOf = (list: readonly unknown[]) =>
  list.length > 0
    ? { status: '1', message: 'OK', result: list }
    : { status: '0', message: 'No token transfers found', result: [] }

/** The list of one account in an Etherscan-like API. */
function accountHost(list: 'tokentx' | 'txlist' | 'txlistinternal', rows: readonly Row[], order: Order, cap = 5_000) {
  return (query: URLSearchParams): unknown => {
    const action = query.get('action')
    if (action === 'eth_blockNumber') return { jsonrpc: '2.0', id: 1, result: '0x2800' }
    if (action !== list) return rowsOf([])
    const token = query.get('contractaddress')
    if (token !== null && token.toLowerCase() !== usdcOf[43113]) return rowsOf([])
    const [start, end] = [
      Number(query.get('startblock') ?? 0),
      Number(query.get('endblock') ?? Number.MAX_SAFE_INTEGER),
    ]
    const within = rows.filter(({ block }) => block >= start && block <= end)
    const offset = Math.min(Number(query.get('offset')), cap)
    const skipped = (Number(query.get('page')) - 1) * offset
    const page = order(within, query.get('sort') ?? '').slice(skipped, skipped + offset)
    return rowsOf(
      page.map(({ block, to, value, index }) => ({
        hash: hash(block * 10_000 + index),
        blockNumber: `${block}`,
        timeStamp: '1790000000',
        // What contracts pay, and others sign, has no nonce of the sender's.
        from: list === 'txlist' ? friend : sender,
        to: list === 'txlist' ? sender : to,
        value,
        isError: '0',
        input: '0x',
        ...(list === 'tokentx' && { contractAddress: usdcOf[43113], tokenDecimal: '6', logIndex: `${index}` }),
      })),
    )
  }
}

function provider(
  answer: (query: URLSearchParams, path: string) => unknown,
  options: ExplorerDataProviderOptions = {},
) {
  return new ExplorerDataProvider({
    apiUrl: 'https://explorer.example/api',
    chainId: 43113,
    kind: 'etherscan',
    retryDelayMs: 1,
    ...options,
    fetchFn: async (input) => {
      const { searchParams, pathname } = new URL(String(input instanceof Request ? input.url : input))
      return Response.json(answer(searchParams, pathname))
    },
  })
}

async function read(source: ExplorerDataProvider, options: HistoryOptions = {}) {
  const { complete, missing, records } = await source.getHistory(sender, { withoutSigners: true, ...options })
  return { complete, missing, blocks: new Set(records.map(({ blockNumber }) => Number(blockNumber))) }
}

const disordered = expect.stringContaining('does not answer the query')

describe('account lists', () => {
  const long = [...many(6_000, (index) => 1 + index), newest]
  const orders = { 'oldest first': oldestFirst, 'newest first': newestFirst, mixed }

  for (const list of ['tokentx', 'txlist', 'txlistinternal'] as const) {
    test(`${list}: a host that keeps the order`, async () => {
      const { complete, missing } = await read(provider(accountHost(list, long, asAsked)))
      expect({ complete, missing }).toEqual({ complete: true, missing: undefined })
    })

    test.each(Object.entries(orders))(`${list}: %s, whatever is asked for`, async (_, order) => {
      const { complete, missing } = await read(provider(accountHost(list, long, order)))
      expect(complete).toBe(false)
      expect(missing).toContainEqual(disordered)
    })
  }

  const small = {
    'the oldest block has more rows than a page': [...many(2_601, () => 3), paid(40), newest],
    'the newest block has more rows than a page': [paid(2, payee), paid(40), ...many(2_601, () => 9_000)],
  }
  for (const [name, rows] of Object.entries(small))
    test.each(Object.entries({ ...orders, 'as asked for': asAsked }))(
      `parameter: maxRows; ${name}, %s: no row is lost unseen`,
      async (_, order) => {
        const host = accountHost('tokentx', rows, order)
        const { complete, blocks } = await read(provider(host, { maxRows: 5_000 }))
        expect({ complete, rows: blocks.size }).toEqual(
          complete ? { complete: true, rows: 3 } : { complete: false, rows: expect.any(Number) },
        )
        expect(order === asAsked && !complete).toBe(false)
      },
    )

  const filled = {
    'the oldest block fills the page': [...many(5_000, () => 3), paid(40), newest],
    'the newest block fills the page': [paid(2, payee), paid(40), ...many(5_000, () => 9_000)],
  }
  for (const [name, rows] of Object.entries(filled))
    test.each(Object.entries({ ...orders, 'as asked for': asAsked }))(
      `${name}, %s: no row is lost unseen`,
      async (_, order) => {
        const { complete, blocks } = await read(provider(accountHost('tokentx', rows, order)))
        const all = new Set(rows.map(({ block }) => block))
        expect(complete && blocks.size < all.size).toBe(false)
      },
    )

  test.each(Object.entries({ ...orders, 'as asked for': asAsked }))(
    'a block of as many rows as the host gives, fewer than it is asked for, %s: no row is lost unseen',
    async (_, order) => {
      const rows = [...many(100, () => 3), paid(40), newest]
      const { complete, blocks } = await read(provider(accountHost('tokentx', rows, order, 100)))
      expect(complete && blocks.size < 3).toBe(false)
    },
  )

  const cut = {
    'in the oldest block': [...many(99, (index) => 3 + index), paid(2, friend, 1), paid(2, payee)],
    'in the only block': [...many(100, () => 3), paid(3, payee, 100)],
    'exactly behind the oldest block': many(100, (index) => 2 + index),
    'exactly behind the only block': many(100, () => 3),
  }
  test.each(Object.entries(cut))(
    'a host that gives 100 rows, fewer than it is asked for, ends %s: no row is lost unseen',
    async (name, rows) => {
      const source = provider(accountHost('tokentx', rows, asAsked, 100))
      const { complete, records } = await source.getHistory(sender, { withoutSigners: true })
      expect(complete && records.length < rows.length).toBe(false)
      expect(complete).toBe(name !== 'in the only block')
    },
  )

  test('an imitation of the newest payee is not safe', async () => {
    const source = provider((query) =>
      query.get('module') === 'logs' ? rowsOf([]) : accountHost('tokentx', long, oldestFirst)(query),
    )
    const { level, complete } = await check(sender, impostor, { provider: source })
    expect({ level, complete }).toEqual({ level: 'block', complete: false })
  })
})

describe('lists of Blockscout’s own API', () => {
  const blockscout = (items: readonly { block: number | null }[]) => (query: URLSearchParams, path: string) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (query.get('module') === 'account') return { status: '2', message: 'NOTOK', result: null }
    if (query.get('module') === 'logs') return rowsOf([])
    if (name === 'indexing-status')
      return { finished_indexing: true, finished_indexing_blocks: true, indexed_blocks_ratio: '1.00' }
    if (name === 'blocks')
      return { items: [{ height: 10_240, timestamp: new Date().toISOString() }], next_page_params: null }
    if (name !== 'transactions') return { items: [], next_page_params: null }
    const start = Number(query.get('items_count') ?? 0)
    return {
      items: items.slice(start, start + 2).map(({ block }, index) => ({
        hash: hash(start + index),
        block_number: block,
        timestamp: block === null ? null : '2026-11-01T00:00:00.000000Z',
        status: 'ok',
        nonce: items.length - start - index - 1,
        from: { hash: sender },
        to: { hash: payee },
        value: '7',
        raw_input: '0x',
      })),
      next_page_params: start + 2 < items.length ? { items_count: start + 2 } : null,
    }
  }
  const ask = (blocks: readonly (number | null)[]) =>
    read(
      provider(blockscout(blocks.map((block) => ({ block }))), {
        apiUrl: 'https://explorer.example/api/v2',
        chainId: 84532,
        kind: 'blockscout',
      }),
      { fromBlock: 5n },
    )

  test.each([
    ['oldest first', [2, 6, 7, 9]],
    ['the newest on the second page', [6, 5, 9, 2]],
    ['the newest behind a pending one', [6, null, 9, 2]],
  ])('%s', async (_, blocks) => {
    const { complete, missing } = await ask(blocks)
    expect(complete).toBe(false)
    expect(missing).not.toHaveLength(0)
  })

  test.each([
    ['newest first', [9, 7, 7, 6]],
    ['pending ones in front', [null, null, 9, 6]],
    ['pending ones in between', [9, null, 6, 4]],
  ])('%s: complete', async (_, blocks) => {
    expect(await ask(blocks)).toMatchObject({ complete: true, missing: undefined })
  })
})

describe('raw logs', () => {
  const topics = [toEventSelector('Transfer(address,address,uint256)'), padHex(sender), padHex(impostor)]
  /** Logs about the sender and one other address, a thousand on a page. */
  const logHost =
    (count: number, order: 'asc' | 'desc', ignoresStart = false) =>
    (query: URLSearchParams) => {
      if (query.get('action') === 'eth_blockNumber') return { jsonrpc: '2.0', id: 1, result: '0x2800' }
      if (query.get('module') !== 'logs' || query.get('topic2') !== topics[2]) return rowsOf([])
      if (query.get('topic0') !== topics[0] && query.get('topic0') !== null) return rowsOf([])
      const start = ignoresStart ? 0 : Number(query.get('fromBlock'))
      const blocks = Array.from({ length: count }, (_, index) => 1 + index).filter((block) => block >= start)
      if (order === 'desc') blocks.reverse()
      return rowsOf(
        blocks.slice(0, 1_000).map((block) => ({
          address: usdcOf[43113],
          topics: [...topics, null],
          data: `0x${'0'.repeat(64)}`,
          blockNumber: `0x${block.toString(16)}`,
          logIndex: '0x1',
          timeStamp: '0x6a000000',
          transactionHash: hash(block),
        })),
      )
    }

  test('oldest first: complete', async () => {
    expect(await read(provider(logHost(1_500, 'asc')), { target: impostor })).toMatchObject({ complete: true })
  })

  test.each([
    ['newest first', logHost(1_500, 'desc')],
    ['from the first block, whichever is asked for', logHost(1_500, 'asc', true)],
  ])('%s', async (_, host) => {
    const source = provider(host)
    const { complete, missing } = await read(source, { target: impostor })
    expect(complete).toBe(false)
    expect(missing).toContainEqual(disordered)
    await expect(source.countZeroValueTransfers(sender, impostor)).rejects.toMatchObject({
      name: 'DataUnavailableError',
    })
  })
})

test('the first use of an address: another order than asked for makes it look newer, never older', async () => {
  const rows = [paid(1), newest]
  for (const order of [asAsked, newestFirst, oldestFirst]) {
    const source = provider((query) => {
      const page = order(rows, query.get('sort') ?? '').slice(0, Number(query.get('offset')))
      return rowsOf(page.map(({ block }) => ({ timeStamp: `${1_700_000_000 + block}` })))
    })
    const { firstSeenAt } = await source.getAddressActivity(friend)
    expect(Number(firstSeenAt)).toBeGreaterThanOrEqual(1_700_000_001_000)
  }
})
