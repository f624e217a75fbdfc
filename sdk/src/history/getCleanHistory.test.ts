import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { arcTestnetChain, avalancheFujiChain, baseSepoliaChain } from '@holdfast/contracts'
import { type Address, numberToHex, padHex } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { overrideDeployment } from '../chain/registry.js'
import { UnknownChainError } from '../errors/chain.js'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { DataUnavailableError } from '../errors/risk.js'
import { type GetCleanHistoryOptions, getCleanHistory } from './getCleanHistory.js'

const owner = '0x52908400098527886E0F7030069857D2E4169EE7'
const payee = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

let server: Server
let url: string
let requests: { path: string; query: Record<string, string> }[]
let reply: (path: string, query: Record<string, string>) => unknown

beforeEach(async () => {
  requests = []
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    const query = Object.fromEntries(searchParams)
    requests.push({ path: pathname, query })
    const answer = reply(pathname, query)
    if (answer === 'down') response.writeHead(500).end()
    else if (answer !== 'hang') response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

const nothing = { status: '0', message: 'No token transfers found', result: [] }
const ok = (result: readonly unknown[]) => (result.length === 0 ? nothing : { status: '1', message: 'OK', result })
const hashAt = (index: number) => numberToHex(index + 1, { size: 32 })

describe('Etherscan-like', () => {
  const [usdc, eurc] = avalancheFujiChain.tokens.map(({ address }) => address)
  type Row = ReturnType<typeof row>
  const row = (block: number, index = block, changes = {}) => ({
    hash: hashAt(index),
    blockNumber: String(block),
    timeStamp: String(1_700_000_000 + block),
    from: owner.toLowerCase(),
    to: payee.toLowerCase(),
    contractAddress: usdc?.toLowerCase(),
    value: '5000000',
    tokenDecimal: '6',
    tokenSymbol: 'USDC',
    ...changes,
  })
  const get = (options: GetCleanHistoryOptions = {}) =>
    getCleanHistory(owner, { apiUrl: `${url}/api`, chainId: avalancheFujiChain.id, retryDelayMs: 1, ...options })
  /** As hosts do: newest first, cut to a page, and no further than 10,000 rows. */
  const serve = (rows: () => readonly Row[]) => (_: string, query: Record<string, string>) => {
    const [page, offset] = [Number(query.page), Number(query.offset)]
    if (page * offset > 10_000) return { status: '0', message: 'Result window is too large', result: null }
    const end = Number(query.endblock ?? Number.MAX_SAFE_INTEGER)
    const list = rows().filter(({ blockNumber }) => Number(blockNumber) <= end)
    const sorted = [...list].sort((a, b) => Number(b.blockNumber) - Number(a.blockNumber))
    return ok(sorted.slice((page - 1) * offset, page * offset))
  }

  test('default', async () => {
    reply = serve(() => [
      row(1),
      row(2, 2, { value: '0' }),
      row(3, 3, { contractAddress: other, tokenDecimal: '', tokenSymbol: null }),
      row(4, 4, { from: payee, to: owner, contractAddress: eurc }),
    ])
    const { entries, filtered, complete } = await get()
    expect(complete).toBe(true)
    expect(entries).toMatchObject([
      { direction: 'in', tokenSymbol: 'EURC', counterparty: payee, timestamp: new Date(1_700_000_004_000) },
      { direction: 'out', tokenSymbol: 'USDC', counterparty: payee, amount: 5_000_000n },
    ])
    expect(filtered).toMatchObject([
      { reason: 'UNKNOWN_TOKEN', tokenAddress: other, tokenSymbol: '', decimals: 0 },
      { reason: 'ZERO_VALUE' },
    ])
    expect(requests).toHaveLength(1)
    expect(requests[0]?.query).toMatchObject({ module: 'account', action: 'tokentx', address: owner })
  })

  test('behavior: every row once, past the host’s window, through full blocks, while new rows arrive', async () => {
    // 12,345 rows; one block holds 2,500 of them, and 40 more come in while the pages are read.
    const rows = Array.from({ length: 12_345 }, (_, index) => {
      const block = index < 4_000 ? Math.floor(index / 3) : index < 6_500 ? 1_400 : index
      return row(block, index)
    })
    reply = (path, query) => {
      rows.push(row(100_000 + requests.length, 20_000 + requests.length))
      return serve(() => rows)(path, query)
    }
    const { entries, complete } = await get()
    expect(complete).toBe(true)
    const hashes = entries.map(({ txHash }) => txHash)
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(new Set(hashes)).toEqual(new Set([...rows.slice(0, 12_346)].map(({ hash }) => hash)))
  })

  test('behavior: a block with more rows than the host shows is a gap, not the end', async () => {
    const crowd = Array.from({ length: 10_001 }, (_, index) => row(50, index))
    reply = serve(() => [row(49, 20_000), ...crowd, row(51, 20_001)])
    const { entries, complete } = await get()
    expect(complete).toBe(false)
    expect(entries).toHaveLength(10_002)
    expect(entries.at(-1)?.txHash).toBe(hashAt(20_000))
  })

  test.each([
    ['parameter: maxPages', 'full', { maxPages: 2 }],
    ['behavior: a later page that never comes', 'down', {}],
  ])('%s', async (_, third, options) => {
    const rows = Array.from({ length: 5_000 }, (_, index) => row(index, index))
    reply = (path, query) => (requests.length > 2 && third === 'down' ? 'down' : serve(() => rows)(path, query))
    const { entries, complete } = await get(options)
    expect(complete).toBe(false)
    expect(entries).toHaveLength(1_998)
  })

  test.each([
    ['an error', { status: '0', message: 'NOTOK', result: 'Invalid API Key' }],
    ['nothing, without saying so', { status: '0', message: 'NOTOK', result: [] }],
    ['no envelope', []],
    ['a row without a hash', ok([row(1, 1, { hash: undefined })])],
    ['a row without a time', ok([row(1, 1, { timeStamp: null })])],
    ['a row with a fractional value', ok([row(1, 1, { value: '1.5' })])],
    ['a row of another account', ok([row(1, 1, { from: other })])],
    ['rows in another order', ok([row(1), row(2)])],
  ])('error: %s', async (_, answer) => {
    reply = () => answer
    await expect(get()).rejects.toThrow(DataUnavailableError)
  })
})

describe('Blockscout', () => {
  const transfer = (block: number, index = 0, changes = {}) => ({
    transaction_hash: hashAt(1_000 * block + index),
    block_number: block,
    log_index: index,
    timestamp: '2026-01-01T00:00:00.000000Z',
    from: { hash: owner },
    to: { hash: payee },
    token: { address_hash: baseSepoliaChain.usdc.address, symbol: 'USDC', decimals: '6' },
    total: { value: '5000000', decimals: '6' },
    ...changes,
  })
  const page = (items: readonly unknown[], next: unknown = null) => ({ items, next_page_params: next })
  const get = (options: GetCleanHistoryOptions = {}) =>
    getCleanHistory(owner, { apiUrl: `${url}/api/v2`, chainId: baseSepoliaChain.id, retryDelayMs: 1, ...options })

  test('behavior: follows the cursor, and counts a row that two pages hold once', async () => {
    reply = (_, { index }) =>
      index === undefined
        ? page([transfer(9), transfer(8)], { block_number: 8, index: 0, items_count: 50, batch: null })
        : page([transfer(8), transfer(7, 0, { token: { address: other, symbol: null, decimals: null } })])
    const { entries, filtered, complete } = await get()
    expect(complete).toBe(true)
    expect([entries.length, filtered.length]).toEqual([2, 1])
    const asked = { type: 'ERC-20', block_number: '8', index: '0', items_count: '50' }
    expect(requests.map(({ query }) => query)).toEqual([{ type: 'ERC-20' }, asked])
    expect(requests[0]?.path).toBe(`/api/v2/addresses/${owner}/token-transfers`)
  })

  test('parameter: allowedTokens', async () => {
    const token = { address_hash: other, symbol: 'ANY', decimals: '2' }
    reply = () => page([transfer(9), transfer(8, 0, { token })])
    const { entries, filtered } = await get({ allowedTokens: [other] })
    expect(entries).toMatchObject([{ tokenSymbol: 'ANY', decimals: 2 }])
    expect(filtered).toMatchObject([{ tokenSymbol: 'USDC', reason: 'UNKNOWN_TOKEN' }])
  })

  test.each([
    ['no items', {}],
    ['no next page', { items: [] }],
    ['an empty cursor', page([], { index: null })],
    ['a transfer without a value', page([transfer(9, 0, { total: null })])],
    ['a transfer without a time', page([transfer(9, 0, { timestamp: null })])],
    ['a short address', page([transfer(9, 0, { to: { hash: '0x12' } })])],
    ['a cursor that leads back', page([transfer(9)], { index: 1 })],
  ])('error: %s', async (_, answer) => {
    reply = () => answer
    await expect(get()).rejects.toThrow(DataUnavailableError)
  })

  test('error: nonsense on a later page spoils the earlier ones too', async () => {
    reply = (_, { index }) => (index === undefined ? page([transfer(9)], { index: 1 }) : page([{}]))
    await expect(get()).rejects.toThrow(DataUnavailableError)
  })

  test('behavior: the primary chain’s hidden nothings, also when one block is full of them', async () => {
    const usdc = arcTestnetChain.usdc.address
    const log = (block: number, index: number, from: Address = owner, to: Address = payee, value = 0n) => ({
      address: usdc.toLowerCase(),
      topics: [
        '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        padHex(from, { size: 32 }),
        padHex(to, { size: 32 }),
        null,
      ],
      data: numberToHex(value, { size: 32 }),
      blockNumber: numberToHex(block),
      logIndex: index === 0 ? '0x' : numberToHex(index),
      timeStamp: numberToHex(1_700_000_000 + block),
      transactionHash: hashAt(10_000_000 + 10_000 * block + index),
    })
    const logs = [
      log(1, 0),
      ...Array.from({ length: 1_500 }, (_, index) => log(5, index)),
      log(6, 0, owner, payee, 5_000_000n),
      log(7, 0, owner, owner, 1n),
    ]
    const token = { address_hash: usdc, symbol: 'USDC', decimals: '6' }
    reply = (path, { topic1, topic2, fromBlock }) => {
      if (path.includes('token-transfers')) return page([transfer(6, 0, { token })])
      const [place, wanted] = topic1 ? [1, topic1] : [2, topic2]
      return ok(
        logs
          .filter(({ topics }) => topics[place]?.toLowerCase() === wanted)
          .filter(({ blockNumber }) => Number(blockNumber) >= Number(fromBlock))
          .slice(0, 1_000),
      )
    }
    const { entries, filtered, complete } = await get({ chainId: arcTestnetChain.id })
    expect(entries.map(({ amount }) => amount)).toEqual([1n, 5_000_000n])
    expect(filtered).toHaveLength(1_001)
    expect(complete).toBe(false)
    logs.splice(1, 600)
    expect(await get({ chainId: arcTestnetChain.id })).toMatchObject({ complete: true, filtered: { length: 901 } })
  })
})

describe('limits', () => {
  test('behavior: the caller gives up, before and during', async () => {
    reply = () => 'hang'
    const reason = new Error('enough')
    await expect(getCleanHistory(owner, { apiUrl: url, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(requests).toEqual([])
    const controller = new AbortController()
    const reading = getCleanHistory(owner, { apiUrl: url, signal: controller.signal })
    controller.abort(reason)
    await expect(reading).rejects.toBe(reason)
  })

  test('parameter: timeoutMs', async () => {
    reply = () => 'hang'
    await expect(getCleanHistory(owner, { apiUrl: url, timeoutMs: 20 })).rejects.toThrow('No answer within 20 ms.')
  })

  test('parameter: fetchFn, and the registry decides on chain and language by apiUrl', async () => {
    const asked: string[] = []
    const fetchFn = async (input: unknown) => {
      asked.push(String(input))
      return Response.json(nothing)
    }
    const apiUrl = 'https://explorer.example/api?apikey=k'
    const restore = overrideDeployment(avalancheFujiChain.id, { explorerApi: apiUrl })
    expect(await getCleanHistory(owner, { apiUrl, fetchFn })).toEqual({ entries: [], filtered: [], complete: true })
    restore()
    expect(asked[0]).toMatch(/^https:\/\/explorer\.example\/api\?apikey=k&module=account/)
  })

  test('error: before any request', async () => {
    await expect(getCleanHistory('0x12')).rejects.toThrow(InvalidAddressError)
    await expect(getCleanHistory(owner, { allowedTokens: ['0x12'] })).rejects.toThrow(InvalidAddressError)
    await expect(getCleanHistory(owner, { payees: ['0x12'] })).rejects.toThrow(InvalidAddressError)
    await expect(getCleanHistory(owner, { chainId: 1 })).rejects.toThrow(UnknownChainError)
    for (const options of [{ apiUrl: 'file:///etc' }, { timeoutMs: 0 }, { maxPages: 0.5 }])
      await expect(getCleanHistory(owner, options)).rejects.toThrow(InvalidInputError)
  })
})
