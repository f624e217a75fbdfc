import {
  type Address,
  createPublicClient,
  custom,
  encodeFunctionResult,
  type Hash,
  isAddressEqual,
  parseAbi,
} from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { ADDRESSES } from '../chain/addresses.js'
import { primaryChain } from '../chain/viemChain.js'
import { CachingDataProvider } from './CachingDataProvider.js'
import { type CheckOptions, check } from './check.js'
import { guardSend } from './guardSend.js'
import type { HistoryOptions, HistoryReading, IDataProvider } from './history/IDataProvider.js'
import type { HistoryRecord } from './history/SenderHistory.js'

const now = new Date('2026-11-20T12:00:00Z')
const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const genuine = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const impostor = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const stranger = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

const record = (n: number, changes: Partial<HistoryRecord> = {}): HistoryRecord => ({
  chainId: primaryChain.id,
  token: null,
  canonical: true,
  from: sender,
  to: genuine,
  value: 5_000_000n,
  decimals: 6,
  signer: sender,
  blockNumber: BigInt(n),
  logIndex: 0,
  timestamp: new Date('2026-01-01'),
  transactionHash: `0x${n.toString(16).padStart(64, '0')}` as Hash,
  ...changes,
})
const bait = (n: number, target: Address) => record(n, { from: target, to: sender, value: 0n, signer: target })

let records: HistoryRecord[]
let head: bigint
let node: { head: bigint | 'down'; code: string | 'down' }
let calls: string[]
let options: HistoryOptions | undefined
const provider: IDataProvider = {
  getOutgoingCounterparties: () => expect.unreachable(),
  countZeroValueTransfers: () => expect.unreachable(),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date('2025-01-01') }),
  getHistory: async (_, given) => {
    options = given
    const { fromBlock = 0n } = given ?? {}
    const found = records.filter(({ blockNumber }) => blockNumber >= fromBlock)
    return { sender, records: found, complete: true, extents: [{ chainId: primaryChain.id, fromBlock, toBlock: head }] }
  },
}
const notVerified = `0x${'0'.repeat(64)}` as const
/** The same from Multicall3. */
const withBlock = (blockNumber: bigint) =>
  encodeFunctionResult({
    abi: parseAbi(['function aggregate((address target, bytes callData)[] calls) returns (uint256, bytes[])']),
    functionName: 'aggregate',
    result: [blockNumber, [notVerified]],
  })
const client = createPublicClient({
  chain: primaryChain,
  transport: custom(
    {
      request: async ({ method, params }) => {
        calls.push(method)
        const isTogether = method === 'eth_call' && isAddressEqual(params[0].to, ADDRESSES.MULTICALL3)
        if (method === 'eth_call' && !isTogether) return notVerified
        const answer = isTogether || method === 'eth_blockNumber' ? node.head : node.code
        if (answer === 'down') throw new Error('down')
        if (isTogether) return withBlock(BigInt(answer))
        return typeof answer === 'bigint' ? `0x${answer.toString(16)}` : answer
      },
    },
    { retryCount: 0 },
  ),
})
const run = (target: Address, more: CheckOptions = {}) => check(sender, target, { provider, client, now, ...more })
const sources = async (more: CheckOptions) =>
  (await run(stranger, more)).reasons.find(({ code }) => code === 'DATA_UNAVAILABLE')?.sources

beforeEach(() => {
  records = [record(10)]
  head = 1_000n
  node = { head: 1_000n, code: '0x' }
  calls = []
})

describe('check with a history', () => {
  test('default: the history decides; one eth_call, and the chain is named', async () => {
    expect(await run(genuine)).toMatchObject({
      level: 'safe',
      complete: true,
      reasons: [{ code: 'KNOWN_COUNTERPARTY' }],
      chainId: primaryChain.id,
    })
    expect(calls).toEqual(['eth_call'])
    expect(options).toMatchObject({ target: genuine })
    expect((await run(impostor)).reasons[0]).toMatchObject({ code: 'LOOKALIKE_ADDRESS', lookalikeOf: genuine })
  })

  test('parameter: contacts, own', async () => {
    const alike = '0x861700000000000000000000000000000000070D'
    for (const known of [{ contacts: [stranger] }, { own: [stranger] }] as const)
      expect((await run(alike, known)).reasons[0]).toMatchObject({ code: 'LOOKALIKE_ADDRESS', lookalikeOf: stranger })
  })

  const broken: [string, unknown][] = [
    ['null', null],
    ['without records', { sender, complete: true }],
    ['that does not say whether it is complete', { sender, records: [] }],
    ['with an invalid record', { sender, complete: true, records: [{ ...record(1), from: '0x12' }] }],
    ['with amounts that went through JSON', { sender, complete: true, records: [{ ...record(1), value: '5' }] }],
    ['of another sender', { sender: stranger, complete: true, records: [] }],
    ['that is incomplete', { sender, complete: false, records: [] }],
  ]
  test.each(broken)('behavior: a history %s is a missing source, never safe', async (_, history) => {
    const getHistory = async () => history as HistoryReading
    expect(await sources({ provider: { ...provider, getHistory } })).toContain('history')
    expect(await run(genuine, { provider: { ...provider, getHistory } })).toMatchObject({
      complete: false,
      level: 'block',
    })
  })

  test('behavior: a history that fails or comes too late is a missing source', async () => {
    const getHistory = () => Promise.reject(new Error('down'))
    expect(await sources({ provider: { ...provider, getHistory } })).toContain('history')
    const never = () => new Promise<never>(() => {})
    expect(await sources({ provider: { ...provider, getHistory: never }, timeoutMs: 5 })).toContain('history')
  })

  test('behavior: a history that ends below the head is incomplete', async () => {
    node.head = 1_020n
    expect(await sources({})).toBeUndefined()
    node.head = 1_021n
    expect(await sources({})).toEqual(['history'])
    node.head = 'down'
    expect(await sources({})).toEqual(['history'])
    expect(await sources({ client: undefined })).toBeUndefined()
  })

  test('behavior: code of the target and of at most eight references that resemble it is read, in one batch', async () => {
    const like = (digit: number) => `0xd9a1${`${digit}`.repeat(30)}853a91` as Address
    records = Array.from({ length: 10 }, (_, i) => record(10 + i, { to: like(i) }))
    await run(impostor)
    expect(calls.filter((method) => method === 'eth_getCode')).toHaveLength(9)
  })

  test('behavior: a contract of the same vanity factory is a warning, a delegated account has no code', async () => {
    const relative: Address = `0xd9a1b0b1${'7'.repeat(26)}853a91`
    node.code = '0x6001'
    expect((await run(relative)).level).toBe('warning')
    expect((await run(impostor)).level).toBe('block')
    node.code = `0xef0100${'11'.repeat(20)}`
    expect((await run(relative)).level).toBe('block')
  })

  test('parameter: amount and pairs', async () => {
    records = [record(10), record(11, { to: impostor })]
    const pairs = [{ sender, keep: genuine, over: impostor, at: 0 } as const]
    expect(await run(genuine, { amount: 5n })).toMatchObject({ level: 'warning', amount: 5n })
    expect((await run(genuine, { pairs })).level).toBe('safe')
  })

  test('behavior: code that cannot be read makes nothing milder', async () => {
    node.code = 'down'
    expect(await run(genuine)).toMatchObject({ level: 'safe', complete: true })
    expect((await run(impostor)).level).toBe('block')
  })

  test('behavior: bait that lands between check and send is caught, also behind a cache', async () => {
    const cached = new CachingDataProvider(provider)
    await cached.prepare(sender)
    expect((await run(stranger, { provider: cached })).level).toBe('safe')
    records = [...records, bait(1_001, stranger)]
    head = node.head = 1_001n
    await expect(
      guardSend(sender, stranger, { client, now, onWarning: 'block', checkOptions: { provider: cached } }),
    ).rejects.toMatchObject({ name: 'RiskBlockedError', reasons: ['ZERO_VALUE_BAIT'] })
  })
})

describe('parameter boxes', () => {
  const box: Address = '0x00000000000000000000000000000000000B0c51'
  const own = { account: box, target: genuine, spent: 1n } as const
  const boxes = [own]
  const reasonsOf = async (target: Address, given: CheckOptions) =>
    (await check(sender, target, { provider, now, ...given })).reasons

  test('a payee whom only a box of the payer has paid is known, and protected against imitation', async () => {
    records = [record(1, { to: box })]
    const levels = await Promise.all(
      [genuine, box, impostor].map(
        async (target) => (await check(sender, target as Address, { provider, boxes, now })).level,
      ),
    )
    expect(levels).toEqual(['safe', 'safe', 'block'])
  })

  test('a target that was never paid vouches for nothing', async () => {
    records = [record(1, { to: box })]
    const codes = (await reasonsOf(genuine, { boxes: [{ ...own, spent: 0n }] })).map(({ code }) => code)
    expect(codes).not.toContain('KNOWN_COUNTERPARTY')
  })

  test('a box that the payer has not funded vouches for nothing: any account can create one for any owner', async () => {
    records = []
    for (const target of [genuine, box] as const)
      expect((await reasonsOf(target, { boxes })).map(({ code }) => code)).not.toContain('KNOWN_COUNTERPARTY')
    // An imitation of what it has paid is worth a warning, as one of an imported contact.
    expect((await reasonsOf(impostor, { boxes }))[0]).toMatchObject({ severity: 'warning', strength: 'soft' })
    records = [record(1)]
    const mine = [{ account: box, target: impostor, spent: 1n }] as const
    expect((await reasonsOf(impostor, { boxes: mine }))[0]).toMatchObject({ severity: 'block', lookalikeOf: genuine })
    expect(await reasonsOf(genuine, { boxes: mine })).toMatchObject([{ code: 'KNOWN_COUNTERPARTY' }])
  })

  test('without histories the list of payees says which boxes the payer has funded', async () => {
    const answers: IDataProvider = {
      getOutgoingCounterparties: async () => ({ counterparties: funded, complete: true }),
      getAddressActivity: provider.getAddressActivity,
      countZeroValueTransfers: async () => 0,
    }
    let funded: readonly Address[] = [box]
    const codesOf = async () => (await reasonsOf(genuine, { provider: answers, boxes })).map(({ code }) => code)
    expect(await codesOf()).toEqual(['KNOWN_COUNTERPARTY'])
    funded = []
    expect(await codesOf()).toEqual([])
  })
})
