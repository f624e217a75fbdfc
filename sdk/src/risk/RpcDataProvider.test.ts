import { createPublicClient, custom, type Hash, type Hex, numberToHex, padHex } from 'viem'
import { avalancheFuji } from 'viem/chains'
import { beforeEach, describe, expect, test } from 'vitest'
import { primaryChain } from '../chain/viemChain.js'
import type { HistoryRecord } from './history/SenderHistory.js'
import { RpcDataProvider, type RpcDataProviderOptions } from './RpcDataProvider.js'

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const payee = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const planter = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const usdc = '0x3600000000000000000000000000000000000000'
const fujiUsdc = '0x5425890298aed601595a70AB815c96711a31Bc65'
const system = '0xfffffffffffffffffffffffffffffffffffffffe'
const before = '0x1800000000000000000000000000000000000000'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const nativeTopic = '0x62f084c00a442dcf51cdbb51beed2839bf42a268da8474b0e98f38edb7db5a22'
const singleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const batchTopic = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const hash = (n: number): Hash => `0x${n.toString(16).padStart(64, '0')}`

type Log = { address: Hex; topics: (Hex | null)[]; data: Hex; blockNumber: Hex; logIndex: Hex; transactionHash: Hash }
let logs: Log[]
let chainId: number
let calls: string[]
let refuse: (method: string, params: readonly unknown[]) => boolean
/** The code with which a request is refused. */
let refusal: number
let head: number
let state: { nonce: Hex; balance: Hex; code: Hex }

beforeEach(() => {
  logs = []
  chainId = primaryChain.id
  calls = []
  refuse = () => false
  refusal = -32000
  head = 3_000_000
  state = { nonce: '0x0', balance: '0x0', code: '0x' }
})

const log = (
  block: number,
  index: number,
  address: Hex,
  from: Hex,
  to: Hex,
  value: bigint,
  topic: Hex = transferTopic,
) => {
  logs.push({
    address,
    topics: [topic, padHex(from, { size: 32 }).toLowerCase() as Hex, padHex(to, { size: 32 }).toLowerCase() as Hex],
    data: numberToHex(value, { size: 32 }),
    blockNumber: numberToHex(block),
    logIndex: numberToHex(index),
    transactionHash: hash(block),
  })
}

function answer(method: string, params: readonly unknown[]): unknown {
  switch (method) {
    case 'eth_chainId':
      return numberToHex(chainId)
    case 'eth_blockNumber':
      return numberToHex(head)
    case 'eth_getLogs': {
      const [{ fromBlock, toBlock, topics }] = params as [
        { fromBlock: Hex; toBlock: Hex; topics: (Hex | Hex[] | null)[] },
      ]
      return logs.filter(
        (one) =>
          Number(one.blockNumber) >= Number(fromBlock) &&
          Number(one.blockNumber) <= Number(toBlock) &&
          topics.every((topic, place) => topic === null || [topic].flat().includes(one.topics[place] as Hex)),
      )
    }
    case 'eth_getTransactionByHash':
      return { from: planter.toLowerCase() }
    case 'eth_getTransactionCount':
      return state.nonce
    case 'eth_getBalance':
      return state.balance
    case 'eth_getCode':
      return state.code
    case 'eth_getBlockByNumber': {
      const number = params[0] === 'latest' ? head : Number(params[0])
      return { number: numberToHex(number), timestamp: numberToHex(1_790_000_000 - Math.floor((head - number) / 2)) }
    }
    default:
      throw new Error(`${method} is not expected.`)
  }
}

const client = (chain: typeof primaryChain | typeof avalancheFuji = primaryChain) =>
  createPublicClient({
    chain,
    transport: custom(
      {
        request: async ({ method, params = [] }) => {
          calls.push(method)
          if (refuse(method, params)) throw Object.assign(new Error('missing trie node'), { code: refusal })
          return answer(method, params)
        },
      },
      { retryCount: 0 },
    ),
  })
const create = (options: Partial<RpcDataProviderOptions> = {}) =>
  new RpcDataProvider({ client: client(), fromBlock: BigInt(head - 100), retryDelayMs: 1, ...options })
const told = ({ from, to, token, value, decimals, canonical, signer }: HistoryRecord) =>
  `${from === sender ? 'out' : 'in'} ${from === sender ? to : from} ${value}/${decimals} ${token} ${canonical} ${signer}`

describe('RpcDataProvider', () => {
  test('default: each movement once, whichever contracts have recorded it', async () => {
    const n = head - 50
    log(n, 0, before, sender, payee, 3n * 10n ** 18n, nativeTopic)
    log(n + 1, 0, system, sender, payee, 2n * 10n ** 18n)
    log(n + 2, 0, system, sender, payee, 10n ** 18n)
    log(n + 2, 1, usdc, sender, payee, 1_000_000n)
    log(n + 3, 0, usdc, payee, sender, 0n)
    log(n + 4, 0, system, payee, sender, 5n)
    // Only the system can record native payments.
    log(n + 5, 0, planter, sender, planter, 10n ** 18n, nativeTopic)
    log(n + 6, 0, planter, sender, planter, 1_000_000n)
    log(n + 7, 0, usdc, sender, sender, 9n)
    // A token that only admitted accounts may hold.
    log(n + 8, 0, '0xe9185F0c5F296Ed1797AaE4238D26CCaBEadb86C', sender, payee, 9n)
    // A counterfeit of a payment, in the same transaction.
    log(n + 9, 0, system, sender, payee, 10n ** 18n)
    log(n + 9, 1, planter, sender, payee, 1_000_000n)
    const { records, complete, extents } = await create().getHistory(sender)
    expect({ complete, extents }).toEqual({
      complete: true,
      extents: [{ chainId: primaryChain.id, fromBlock: 0n, toBlock: BigInt(head) }],
    })
    expect([...records].sort((a, b) => Number(a.blockNumber - b.blockNumber)).map(told)).toEqual([
      `out ${payee} 3000000/6 null true null`,
      `out ${payee} 2000000/6 null true null`,
      `out ${payee} 1000000/6 ${usdc} true null`,
      `in ${payee} 0/6 ${usdc} true ${planter}`,
      `in ${payee} 0/6 null true ${planter}`,
      `out ${planter} 1000000/18 ${planter} false ${planter}`,
      `out ${payee} 9/6 0xe9185F0c5F296Ed1797AaE4238D26CCaBEadb86C false ${planter}`,
      `out ${payee} 1000000/6 null true ${planter}`,
      `out ${payee} 1000000/18 ${planter} false ${planter}`,
    ])
  })

  test('default: tokens that are one of a kind, in both directions', async () => {
    const party = (address: Hex) => padHex(address, { size: 32 }).toLowerCase() as Hex
    const number = padHex('0x1', { size: 32 })
    const topics: Hex[][] = [
      [transferTopic, party(sender), party(payee), number],
      [transferTopic, party(payee), party(sender), number],
      [singleTopic, party(planter), party(sender), party(payee)],
      [singleTopic, party(planter), party(payee), party(sender)],
      [batchTopic, party(planter), party(payee), party(sender)],
      // An operator is not a party.
      [singleTopic, party(sender), party(planter), party(payee)],
      [singleTopic, party(planter), party(sender), party(sender)],
    ]
    for (const [index, one] of topics.entries()) {
      log(head - 50 + index, 0, planter, sender, payee, 1n)
      Object.assign(logs.at(-1) as Log, { topics: one })
    }
    const { records, complete } = await create().getHistory(sender)
    expect(complete).toBe(true)
    expect(records.every(({ kind }) => kind === 'nft')).toBe(true)
    expect([...records].sort((a, b) => Number(a.blockNumber - b.blockNumber)).map(told)).toEqual(
      ['out', 'in', 'out', 'in', 'in'].map(
        // Receipts of unknown tokens are not looked up.
        (way) => `${way} ${payee} 1/0 ${planter} false ${way === 'out' ? planter : null}`,
      ),
    )
  })

  test('parameter: ignoreNative, on a chain whose coin leaves no logs', async () => {
    chainId = avalancheFuji.id
    log(head - 5, 0, fujiUsdc, sender, payee, 7n)
    const fuji = (options = {}) => create({ client: client(avalancheFuji), ...options })
    expect(await fuji().getHistory(sender)).toMatchObject({
      complete: false,
      missing: ['Payments of the native coin leave no logs on this chain.'],
    })
    expect(await fuji({ ignoreNative: true }).getOutgoingCounterparties(sender)).toEqual({
      counterparties: [payee],
      complete: true,
    })
    await expect(fuji().countZeroValueTransfers(payee, sender)).rejects.toMatchObject({ name: 'DataUnavailableError' })
  })

  test('parameter: maxTailBlocks; the newest blocks are read whatever is missing', async () => {
    log(head - 1, 0, usdc, planter, sender, 0n)
    const { complete, missing, records, extents } = await create({ fromBlock: 0n, maxTailBlocks: 1_000 }).getHistory(
      sender,
    )
    expect({ complete, extents, missing }).toEqual({
      complete: false,
      extents: undefined,
      missing: [`Blocks 0 to ${head - 1_000} have not been read yet.`],
    })
    expect(records).toHaveLength(1)
  })

  test('parameter: target, so that only what concerns it is looked up', async () => {
    log(head - 3, 0, usdc, payee, sender, 0n)
    log(head - 2, 0, usdc, planter, sender, 0n)
    await create().getHistory(sender, { target: planter })
    expect(calls.filter((method) => method === 'eth_getTransactionByHash')).toHaveLength(1)
  })

  test('behavior: a node that is busy is asked up to three times; its judgement of a request is final', async () => {
    log(head - 3, 0, usdc, payee, sender, 0n)
    let failures = 0
    refuse = (method) => method === 'eth_getTransactionByHash' && failures-- > 0
    const look = async (times: number, code: number) => {
      ;[calls, failures, refusal] = [[], times, code]
      const { complete } = await create().getHistory(sender)
      return { complete, asked: calls.filter((method) => method === 'eth_getTransactionByHash').length }
    }
    expect(await look(2, -32005)).toEqual({ complete: true, asked: 3 })
    expect(await look(3, -32005)).toEqual({ complete: false, asked: 3 })
    for (const code of [-32000, -32601, -32602]) expect(await look(1, code)).toEqual({ complete: false, asked: 1 })
  })

  test('behavior: signers that cannot be looked up are one reason, and end the extent', async () => {
    log(head - 3, 0, usdc, payee, sender, 0n)
    log(head - 2, 0, usdc, planter, sender, 0n)
    refuse = (method) => method === 'eth_getTransactionByHash'
    const { records, complete, missing, extents } = await create().getHistory(sender)
    expect({ complete, extents, missing }).toEqual({
      complete: false,
      extents: undefined,
      missing: [expect.stringContaining('missing trie node')],
    })
    expect(records.map(({ signer }) => signer)).toEqual([null, null])
  })

  test('behavior: what a sender was read for is kept, and only the youngest blocks are read again', async () => {
    log(head - 60, 0, usdc, sender, payee, 7n)
    const first: number[] = []
    refuse = (method, [filter]) => {
      if (method === 'eth_getLogs') first.push(Number((filter as { fromBlock: Hex }).fromBlock))
      return false
    }
    const provider = create()
    for (const start of [head - 100, head - 19]) {
      first.length = 0
      expect((await provider.getHistory(sender)).records).toHaveLength(1)
      expect(new Set(first)).toEqual(new Set([start]))
    }
    const forgetful = create({ maxBytes: 16 })
    await forgetful.getHistory(sender)
    first.length = 0
    await forgetful.getHistory(sender)
    expect(new Set(first)).toEqual(new Set([head - 100]))
  })

  test('error: another chain than the client says', async () => {
    chainId = 1
    await expect(create().getHistory(sender)).rejects.toMatchObject({
      name: 'DataUnavailableError',
      message: expect.stringContaining(`reading the history of ${sender}`),
    })
    expect(() => create({ chainId: 999 })).toThrow('999')
    const snapshot = { sender, chainId: 1, records: [], completeToBlock: 5n } as const
    expect(() => create({ resume: [snapshot] })).toThrow('A snapshot is of chain 1')
  })
})

describe('RpcDataProvider.getAddressActivity', () => {
  const isPast = (_: string, [, tag]: readonly unknown[]) => typeof tag === 'string' && tag.startsWith('0x')

  test('default: used a day ago, as the state of then tells', async () => {
    state = { nonce: '0x7', balance: '0x0', code: '0x' }
    const { transactionCount, firstSeenAt } = await create().getAddressActivity(payee)
    expect(transactionCount).toBe(7)
    expect(1_790_000_000_000 - Number(firstSeenAt)).toBeGreaterThanOrEqual(86_400_000)
  })

  test('behavior: unused, and used since today', async () => {
    expect(await create().getAddressActivity(payee)).toEqual({ transactionCount: 0, firstSeenAt: null })
    log(head - 10, 0, usdc, planter, payee, 0n)
    const { transactionCount, firstSeenAt } = await create().getAddressActivity(payee)
    expect(transactionCount).toBe(1)
    expect(1_790_000_000_000 - Number(firstSeenAt)).toBeLessThan(86_400_000)
    // Some nodes send the time with each log.
    for (const [index, time] of [1_789_999_000, 1_789_998_000].entries()) {
      log(head - 10, index + 1, usdc, planter, payee, 0n)
      Object.assign(logs.at(-1) as Log, { blockTimestamp: numberToHex(time) })
    }
    expect((await create().getAddressActivity(payee)).firstSeenAt).toEqual(new Date(1_789_998_000_000))
  })

  test('behavior: on a chain that is younger than a day', async () => {
    head = 100
    state = { nonce: '0x7', balance: '0x0', code: '0x' }
    const headTime = new Date(1_790_000_000_000)
    const activity = await create({ fromBlock: 0n }).getAddressActivity(payee)
    expect(activity).toEqual({ transactionCount: 7, firstSeenAt: headTime })
  })

  test('behavior: where the node has forgotten, the logs of then tell, or nothing does', async () => {
    refuse = isPast
    state = { nonce: '0x7', balance: '0x0', code: '0x' }
    await expect(create().getAddressActivity(payee)).rejects.toMatchObject({ name: 'DataUnavailableError' })
    log(head - 200_000, 0, usdc, planter, payee, 5n)
    const range = 50_000
    expect((await create({ range }).getAddressActivity(payee)).firstSeenAt).toBeInstanceOf(Date)
  })
})
