import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { avalancheFujiChain } from '@holdfast/contracts'
import { zeroHash } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { overrideDeployment } from '../chain/registry.js'
import { UnknownChainError } from '../errors/chain.js'
import { InvalidInputError } from '../errors/input.js'
import { DataUnavailableError } from '../errors/risk.js'
import { ExplorerDataProvider, type ExplorerDataProviderOptions } from './ExplorerDataProvider.js'

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const payee = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const [usdc, eurc] = avalancheFujiChain.tokens.map(({ address }) => address)
const fuji = avalancheFujiChain.id

let server: Server
let apiUrl: string
let requests: Record<string, string>[]
let reply: (query: Record<string, string>) => unknown

beforeEach(async () => {
  requests = []
  reply = () => nothing
  server = createServer((request, response) => {
    const query = Object.fromEntries(new URL(request.url ?? '', apiUrl).searchParams)
    requests.push(query)
    response.end(JSON.stringify(reply(query)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/etherscan/api`
})

afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

const nothing = { status: '0', message: 'No transactions found', result: [] }
const rows = (...result: unknown[]) => ({ status: '1', message: 'OK', result })
const place = { hash: zeroHash, blockNumber: '4', timeStamp: '1767225600' }
const transfer = (to: string, value = '5', changes = {}) => ({
  from: sender.toLowerCase(),
  to,
  value,
  contractAddress: usdc,
  tokenDecimal: '6',
  ...place,
  ...changes,
})
const transaction = (to: string, value = '5', isError = '0') => ({
  from: sender,
  to,
  value,
  isError,
  contractAddress: '',
  ...place,
})
const create = (options: ExplorerDataProviderOptions = {}) =>
  new ExplorerDataProvider({ apiUrl, chainId: fuji, retryDelayMs: 1, ...options })

describe('Etherscan-like explorers', () => {
  test('getOutgoingCounterparties: tokens and coin, both directions sorted out', async () => {
    reply = ({ action, contractaddress }) => {
      if (action === 'txlist') return rows(transaction(other), transaction(payee, '9', '1'), transaction('', '9'))
      if (contractaddress !== usdc) return nothing
      return rows(transfer(payee.toLowerCase()), transfer(eurc ?? '', '0'), transfer(sender, '5', { from: payee }))
    }
    const scan = await create().getOutgoingCounterparties(sender)
    expect(scan).toEqual({ counterparties: [payee, other], complete: true })
    expect(requests.map(({ action, contractaddress }) => [action, contractaddress])).toEqual(
      expect.arrayContaining([
        ['tokentx', usdc],
        ['tokentx', eurc],
        ['txlist', undefined],
      ]),
    )
  })

  test('getOutgoingCounterparties: a list longer than a host shows is read whole; at the page cap the scan is incomplete', async () => {
    reply = ({ action, contractaddress, sort, offset, startblock = '1', endblock = '12000' }) => {
      if (action !== 'tokentx' || contractaddress !== usdc) return nothing
      const [first, last] = [Number(startblock), Number(endblock)]
      const blocks = Array.from({ length: Math.min(Number(offset), last - first + 1) }, (_, index) =>
        sort === 'desc' ? last - index : first + index,
      )
      return rows(...blocks.map((block) => transfer(block === 6_000 ? other : payee, '5', { blockNumber: `${block}` })))
    }
    const scan = { counterparties: [payee, other], complete: true }
    expect(await create().getOutgoingCounterparties(sender)).toEqual(scan)
    const cut = { counterparties: [payee], complete: false }
    expect(await create({ maxPages: 2 }).getOutgoingCounterparties(sender)).toEqual(cut)
  })

  test('getAddressActivity: by the oldest rows', async () => {
    expect(await create().getAddressActivity(payee)).toEqual({ transactionCount: 0, firstSeenAt: null })
    reply = ({ action }) =>
      action === 'txlist'
        ? rows({ timeStamp: '1769904000' }, { timeStamp: '1769904100' })
        : rows({ timeStamp: '1767225600' })
    const activity = await create().getAddressActivity(payee)
    expect(activity).toEqual({ transactionCount: 2, firstSeenAt: new Date('2026-01-01') })
  })

  test('countZeroValueTransfers: from the token of the chain', async () => {
    reply = () => ({ status: '0', message: 'No records found', result: [] })
    expect(await create().countZeroValueTransfers(payee, sender)).toBe(0)
    expect(requests[0]).toMatchObject({ module: 'logs', action: 'getLogs', address: usdc })
  })

  test('behavior: a refusal for haste comes with HTTP 200, and is asked again', async () => {
    const hasty = { status: '0', message: 'NOTOK', result: 'Max rate limit reached' }
    let left = 2
    reply = () => (left-- > 0 ? hasty : nothing)
    expect(await create().countZeroValueTransfers(payee, sender)).toBe(0)
    expect(requests).toHaveLength(3)
    reply = () => hasty
    await expect(create().countZeroValueTransfers(payee, sender)).rejects.toThrow(DataUnavailableError)
  })

  test.each([
    ['an error', { status: '0', message: 'NOTOK', result: 'Invalid API Key' }],
    ['nothing, without saying so', { status: '0', message: 'NOTOK', result: [] }],
    ['a half-indexed answer', { status: '2', message: 'OK', result: [] }],
    ['a row without a value', rows({ from: sender, to: payee, isError: '0', contractAddress: usdc })],
    ['no envelope', []],
  ])('error: rejects %s', async (_, answer) => {
    reply = () => answer
    await expect(create().getOutgoingCounterparties(sender)).rejects.toThrow(DataUnavailableError)
  })
})

describe('where the explorer is', () => {
  test('parameter: apiUrl of the registry decides on chain and language, and keeps its key', async () => {
    const restore = overrideDeployment(fuji, { explorerApi: `${apiUrl}?apikey=k` })
    await new ExplorerDataProvider({ apiUrl: `${apiUrl}?apikey=k` }).countZeroValueTransfers(payee, sender)
    await new ExplorerDataProvider({ chainId: fuji }).countZeroValueTransfers(payee, sender)
    restore()
    expect(requests.map(({ apikey, address }) => [apikey, address])).toEqual([
      ['k', usdc],
      ['k', usdc],
    ])
  })

  test('parameter: fetchFn', async () => {
    const seen: string[] = []
    const fetchFn = async (url: unknown) => {
      seen.push(String(url))
      return Response.json(nothing)
    }
    const provider = new ExplorerDataProvider({
      apiUrl: 'https://explorer.example/api/v2',
      kind: 'blockscout',
      fetchFn,
    })
    expect(await provider.countZeroValueTransfers(payee, sender)).toBe(0)
    expect(seen[0]).toMatch(/^https:\/\/explorer\.example\/api\?module=logs/)
  })

  test('error: an unknown chain, no URL, senseless limits', () => {
    expect(() => new ExplorerDataProvider({ chainId: 1 })).toThrow(UnknownChainError)
    for (const apiUrl of ['', 'explorer.example', 'file:///etc'])
      expect(() => create({ apiUrl })).toThrow(InvalidInputError)
    expect(() => create({ timeoutMs: 0 })).toThrow(InvalidInputError)
    expect(() => create({ maxPages: 0.5 })).toThrow(InvalidInputError)
  })
})
