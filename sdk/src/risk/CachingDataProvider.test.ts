import { type Address, type Hash, zeroAddress } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { CachingDataProvider } from './CachingDataProvider.js'
import type {
  AddressActivity,
  CounterpartyScan,
  HistoryOptions,
  HistoryReading,
  IDataProvider,
} from './history/IDataProvider.js'
import type { HistoryRecord } from './history/SenderHistory.js'

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const full: CounterpartyScan = { counterparties: [other], complete: true }

let calls: string[]
let answer: () => Promise<CounterpartyScan>
let clock: number
const inner: IDataProvider = {
  getOutgoingCounterparties: (address) => {
    calls.push(address)
    return answer()
  },
  getAddressActivity: async (address) => {
    calls.push(`activity ${address}`)
    return { transactionCount: 1, firstSeenAt: null }
  },
  countZeroValueTransfers: async (from, to) => {
    calls.push(`zero ${from} ${to}`)
    return 0
  },
}
const create = (ttlMs?: number) => new CachingDataProvider(inner, { now: () => clock, ttlMs })

beforeEach(() => {
  calls = []
  clock = 1_000_000
  answer = async () => full
})

describe('CachingDataProvider', () => {
  test('default: one minute, for each sender, in any letter case', async () => {
    const provider = create()
    expect(await provider.getOutgoingCounterparties(sender)).toBe(full)
    clock += 59_999
    expect(await provider.getOutgoingCounterparties(sender.toLowerCase() as Address)).toBe(full)
    expect(calls).toEqual([sender])
    await provider.getOutgoingCounterparties(other)
    clock += 1
    await provider.getOutgoingCounterparties(sender)
    expect(calls).toEqual([sender, other, sender])
  })

  test('behavior: a clock that was set back ends the time', async () => {
    const provider = create()
    await provider.getOutgoingCounterparties(sender)
    clock -= 10
    await provider.getOutgoingCounterparties(sender)
    expect(calls).toHaveLength(2)
  })

  test('behavior: concurrent calls share one request', async () => {
    const provider = create(0)
    const scans = await Promise.all([1, 2, 3].map(() => provider.getOutgoingCounterparties(sender)))
    expect(scans).toEqual([full, full, full])
    expect(calls).toHaveLength(1)
    await provider.getOutgoingCounterparties(sender)
    expect(calls).toHaveLength(2)
  })

  test('behavior: a failure reaches every caller that waits, and is not kept', async () => {
    const provider = create()
    answer = () => Promise.reject(new Error('down'))
    const both = await Promise.allSettled([1, 2].map(() => provider.getOutgoingCounterparties(sender)))
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(calls).toHaveLength(1)
    answer = () => {
      throw new Error('down at once')
    }
    await expect(provider.getOutgoingCounterparties(sender)).rejects.toThrow('down at once')
    answer = async () => full
    expect(await provider.getOutgoingCounterparties(sender)).toBe(full)
    expect(calls).toHaveLength(3)
  })

  test('clear: what was kept is read again, and a reading under way is not kept', async () => {
    const provider = create()
    await provider.getOutgoingCounterparties(sender)
    provider.clear()
    expect(provider.stats).toMatchObject({ entries: 0, bytes: 0 })
    await provider.getOutgoingCounterparties(sender)
    expect(calls).toEqual([sender, sender])

    const finish: ((scan: CounterpartyScan) => void)[] = []
    answer = () => new Promise((resolve) => finish.push(resolve))
    const before = provider.getOutgoingCounterparties(other)
    await expect.poll(() => finish).toHaveLength(1)
    provider.clear()
    const after = provider.getOutgoingCounterparties(other)
    await expect.poll(() => finish).toHaveLength(2)
    finish[0]?.(full)
    expect(await before).toBe(full)
    expect(provider.stats.entries).toBe(0)
    const news: CounterpartyScan = { counterparties: [sender], complete: true }
    finish[1]?.(news)
    expect(await after).toBe(news)
    expect(await provider.getOutgoingCounterparties(other)).toBe(news)
    expect(calls).toHaveLength(4)
  })

  test('behavior: an incomplete scan is handed out and not kept', async () => {
    const provider = create()
    answer = async () => ({ ...full, complete: false })
    expect((await provider.getOutgoingCounterparties(sender)).complete).toBe(false)
    await provider.getOutgoingCounterparties(sender)
    expect(calls).toHaveLength(2)
  })

  test('behavior: a caller that gives up leaves the others their request', async () => {
    const provider = create()
    let finish = (_: CounterpartyScan) => {}
    answer = () => new Promise((resolve) => (finish = resolve))
    const controller = new AbortController()
    const impatient = provider.getOutgoingCounterparties(sender, { signal: controller.signal })
    const patient = provider.getOutgoingCounterparties(sender)
    controller.abort(new Error('enough'))
    await expect(impatient).rejects.toThrow('enough')
    finish(full)
    expect(await patient).toBe(full)
    await expect(provider.getOutgoingCounterparties(sender, { signal: controller.signal })).rejects.toThrow('enough')
    expect(calls).toHaveLength(1)
  })

  test('behavior: facts about a target that can change are never kept', async () => {
    const provider = create()
    for (const _ of [1, 2]) {
      await provider.getAddressActivity(other)
      await provider.countZeroValueTransfers(other, sender)
    }
    expect(calls).toHaveLength(4)
    expect(calls[1]).toBe(`zero ${other} ${sender}`)
  })

  test('behavior: a first use is kept once it is a day old, and a younger one is not', async () => {
    const day = 86_400_000
    const seen = { young: new Date(Date.now() - day + 600_000), old: new Date(Date.now() - day) }
    let activity: AddressActivity = { transactionCount: 0, firstSeenAt: null }
    const asked: string[] = []
    const provider = new CachingDataProvider({
      ...inner,
      getAddressActivity: async (address) => {
        asked.push(address)
        return activity
      },
    })
    const look = async () => [await provider.getAddressActivity(other), asked.length]
    expect(await look()).toEqual([activity, 1])
    activity = { transactionCount: 2, firstSeenAt: seen.young }
    expect(await look()).toEqual([activity, 2])
    const kept: AddressActivity = { transactionCount: 0, firstSeenAt: seen.old }
    activity = kept
    expect(await look()).toEqual([kept, 3])
    activity = { transactionCount: 3, firstSeenAt: seen.old }
    expect(await look()).toEqual([kept, 3])
    expect(await provider.getAddressActivity(sender)).toEqual(activity)
    expect(provider.stats.entries).toBe(2)
    // An answer to one that wants the first use alone has no count for others.
    const asking = asked.length
    for (const _ of [1, 2]) await provider.getAddressActivity(zeroAddress, { seenBefore: new Date() })
    await provider.getAddressActivity(zeroAddress)
    expect(asked.length - asking).toBe(2)
  })

  test('error: an invalid time to live', () => {
    expect(() => create(-1)).toThrow(InvalidInputError)
    expect(() => create(Number.NaN)).toThrow(InvalidInputError)
  })
})

describe('CachingDataProvider.getHistory', () => {
  const hash = (block: bigint): Hash => `0x${block.toString(16).padStart(64, '0')}`
  const record = (block: bigint, signer: Address | null = sender): HistoryRecord => ({
    chainId: 5042002,
    token: null,
    canonical: true,
    from: other,
    to: sender,
    value: 0n,
    decimals: 6,
    signer,
    blockNumber: block,
    logIndex: 0,
    timestamp: null,
    transactionHash: hash(block),
  })
  let asked: HistoryOptions[]
  let head: bigint
  let records: HistoryRecord[]
  let change: Partial<HistoryReading>
  const reader = (more: Partial<IDataProvider> = {}) =>
    new CachingDataProvider({
      ...inner,
      getHistory: async (_, { fromBlock = 0n, ...options } = {}) => {
        asked.push({ ...options, fromBlock })
        return {
          sender,
          complete: true,
          records: records.filter(({ blockNumber }) => blockNumber >= fromBlock),
          extents: [{ chainId: 5042002, fromBlock, toBlock: head }],
          ...change,
        }
      },
      ...more,
    })
  const blocks = async (provider: CachingDataProvider, options?: HistoryOptions) =>
    (await provider.getHistory?.(sender, options))?.records.map(({ blockNumber }) => blockNumber)

  beforeEach(() => {
    asked = []
    head = 1_000n
    records = [record(5n), record(985n)]
    change = {}
  })

  test('clear: nothing that is under way is kept', async () => {
    let isClearing = true
    const asks = async <answer>(question: string, given: answer): Promise<answer> => {
      calls.push(question)
      if (isClearing) provider.clear()
      return given
    }
    const open = record(5n, null)
    const extents = [{ chainId: 5042002, fromBlock: 0n, toBlock: 1_000n }]
    const provider = new CachingDataProvider({
      ...inner,
      getOutgoingCounterparties: () => asks('scan', full),
      getAddressActivity: () => asks('activity', { transactionCount: 1, firstSeenAt: new Date(0) }),
      getHistory: () => asks('history', { sender, records: [open], complete: true, extents }),
      getEvidence: () => asks('evidence', []),
      resolveSigners: () => asks('signers', [{ ...open, signer: other }]),
    })
    const askAll = async () => {
      calls = []
      await Promise.all([
        provider.getOutgoingCounterparties(sender),
        provider.getAddressActivity(other),
        provider.getHistory?.(sender, { target: other }),
      ])
      return [...calls].sort()
    }
    const everything = ['activity', 'evidence', 'history', 'scan', 'signers']
    expect(await askAll()).toEqual(everything)
    expect(provider.stats.entries).toBe(0)
    isClearing = false
    expect(await askAll()).toEqual(everything)
    // What has come since is always asked for.
    expect(await askAll()).toEqual(['evidence', 'history'])
  })

  test('default: prepared up to 20 blocks below the head, from there on always read', async () => {
    const provider = reader()
    expect(await provider.prepare(sender)).toBe(980n)
    // What came so late that it may still change, and what has come since.
    records = [...records, record(1_001n)]
    head = 1_010n
    expect(await blocks(provider, { target: other })).toEqual([5n, 985n, 1_001n])
    expect(asked.map(({ fromBlock }) => fromBlock)).toEqual([0n, 981n])
    expect(await blocks(provider)).toHaveLength(3)
    expect(asked.at(-1)?.fromBlock).toBe(991n)
    // Kept records are not asked for again, so that a source that loses them is not noticed; new ones are.
    records = [record(1_011n)]
    head = 1_012n
    expect(await blocks(provider, { fromBlock: 900n })).toEqual([985n, 1_011n])
  })

  test('behavior: concurrent calls share one reading, each gets the signers of its target', async () => {
    const looked: Hash[] = []
    records = [record(5n, null)]
    const provider = reader({
      resolveSigners: async (open) => {
        looked.push(...open.map(({ transactionHash }) => transactionHash))
        return open.map((one) => ({ ...one, signer: other }))
      },
    })
    const stranger = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
    const [mine, theirs] = await Promise.all([
      provider.getHistory?.(sender, { target: other }),
      provider.getHistory?.(sender, { target: stranger }),
    ])
    expect(mine?.records[0]?.signer).toBe(other)
    expect(theirs?.records[0]?.signer).toBeNull()
    expect(asked).toHaveLength(1)
    await blocks(provider, { target: other })
    expect(looked).toEqual([hash(5n)])
  })

  test('behavior: signers that cannot be looked up leave the answer incomplete, and the history kept', async () => {
    records = [record(5n, null)]
    const provider = reader({ resolveSigners: () => Promise.reject(new Error('down')) })
    expect(await provider.getHistory?.(sender, { target: other })).toMatchObject({ complete: false })
    await blocks(provider)
    expect(asked.map(({ fromBlock }) => fromBlock)).toEqual([0n, 981n])
  })

  test.each([
    ['incomplete', { complete: false }],
    ['of unknown extent', { extents: undefined }],
  ] as const)('behavior: a history that is %s is handed out and not kept', async (_, changes) => {
    change = changes
    const provider = reader()
    expect(await provider.prepare(sender)).toBeUndefined()
    await blocks(provider)
    expect(asked.map(({ fromBlock }) => fromBlock)).toEqual([0n, 0n])
  })

  test('behavior: an incomplete tail makes an incomplete answer, and changes nothing', async () => {
    const provider = reader()
    await provider.prepare(sender)
    change = { complete: false }
    expect(await provider.getHistory?.(sender)).toMatchObject({ complete: false, records: [{}, {}] })
    change = { extents: [{ chainId: 1, fromBlock: 981n, toBlock: 1_000n }] }
    expect(await provider.getHistory?.(sender)).toMatchObject({ complete: false })
    change = {}
    expect(await provider.getHistory?.(sender)).toMatchObject({ complete: true })
    expect(asked.at(-1)?.fromBlock).toBe(981n)
  })

  test('behavior: a chain that has not gone on is whole; one behind the kept blocks is not, and they are forgotten', async () => {
    const provider = reader()
    expect(await provider.prepare(sender)).toBe(980n)
    head = 980n
    expect(await provider.getHistory?.(sender)).toMatchObject({ complete: true })
    head = 979n
    expect(await provider.getHistory?.(sender)).toMatchObject({
      complete: false,
      missing: ['The source was far ahead of the chain, or the chain has been reset.'],
    })
    await blocks(provider)
    expect(asked.map(({ fromBlock }) => fromBlock)).toEqual([0n, 981n, 981n, 0n])
  })

  test('behavior: a source that gives older blocks again adds none of them twice', async () => {
    const provider = reader({
      getHistory: async () => ({
        sender,
        complete: true,
        records: [...records],
        extents: [{ chainId: 5042002, fromBlock: 0n, toBlock: head }],
      }),
    })
    await provider.prepare(sender)
    records = [...records, record(1_001n)]
    head = 1_010n
    expect(await blocks(provider)).toEqual([5n, 985n, 1_001n])
  })

  test('behavior: chains that are unread stay named beside records of others, and not where those fail', async () => {
    change = { complete: false, unreadChains: [43113] }
    const about = (getEvidence: NonNullable<IDataProvider['getEvidence']>) =>
      reader({ getEvidence }).getHistory?.(sender, { target: other })
    expect((await about(async () => []))?.unreadChains).toEqual([43113])
    // Then the payer's own chain lacks something, too.
    expect((await about(() => Promise.reject(new Error('down'))))?.unreadChains).toBeUndefined()
  })

  test('behavior: a failure reaches every caller that waits, and is not kept', async () => {
    let isDown = true
    const provider = reader({
      getHistory: async () => {
        if (isDown) throw new Error('down')
        return { sender, complete: true, records: [] }
      },
    })
    const both = [provider.getHistory?.(sender), provider.getHistory?.(sender)]
    for (const one of both) await expect(one).rejects.toThrow('down')
    isDown = false
    expect(await provider.getHistory?.(sender)).toMatchObject({ complete: true })
  })

  test('behavior: no histories where the inner provider has none', async () => {
    expect(create().getHistory).toBeUndefined()
    expect(await create().prepare(sender)).toBeUndefined()
  })
})

describe('what is kept', () => {
  const senders = [1, 2, 3].map((digit): Address => `0x${`${digit}`.repeat(40)}`)
  const records = (count: number): HistoryRecord[] =>
    Array.from({ length: count }, (_, index) => ({
      chainId: 5042002,
      token: null,
      canonical: true,
      from: other,
      to: sender,
      value: 0n,
      decimals: 6,
      signer: null,
      blockNumber: BigInt(index),
      logIndex: 0,
      timestamp: null,
      transactionHash: `0x${index.toString(16).padStart(64, '0')}`,
    }))

  test('parameter: maxBytes bounds it; the sender asked for longest ago goes first', async () => {
    const provider = new CachingDataProvider(
      {
        ...inner,
        getHistory: async (address, { fromBlock = 0n } = {}) => {
          calls.push(`${address} from ${fromBlock}`)
          const extents = [{ chainId: 5042002, fromBlock, toBlock: 1_000n }]
          return { sender: address, complete: true, records: fromBlock === 0n ? records(100) : [], extents }
        },
      },
      { maxBytes: 150_000 },
    )
    const [one, two, three] = senders as [Address, Address, Address]
    for (const address of [one, two, one, three]) await provider.prepare(address)
    expect(provider.stats).toMatchObject({ entries: 2, evictions: 1 })
    expect(provider.stats.bytes).toBeLessThanOrEqual(150_000)
    calls = []
    for (const address of [one, two]) await provider.prepare(address)
    expect(calls).toEqual([`${one} from 981`, `${two} from 0`])
    expect(() => new CachingDataProvider(inner, { maxBytes: -1 })).toThrow(InvalidInputError)
  })

  test('behavior: a history larger than the cache is handed out and not kept', async () => {
    const extents = [{ chainId: 5042002, fromBlock: 0n, toBlock: 1_000n }]
    const getHistory = async (): Promise<HistoryReading> => ({
      sender,
      complete: true,
      records: records(1_000),
      extents,
    })
    const provider = new CachingDataProvider({ ...inner, getHistory }, { maxBytes: 10_000 })
    expect((await provider.getHistory?.(sender))?.records).toHaveLength(1_000)
    expect(provider.stats).toEqual({ entries: 0, bytes: 0, evictions: 1 })
  })

  test('behavior: records of others are read for each target, then only those since; a failure leaves the answer incomplete', async () => {
    const extents = [{ chainId: 5042002, fromBlock: 0n, toBlock: 1_000n }]
    const options: unknown[] = []
    let isDown = false
    const provider = new CachingDataProvider({
      ...inner,
      getHistory: async (_, given) => {
        options.push(given)
        return { sender, complete: true, records: [], extents }
      },
      getEvidence: async (_, { target, fromBlock } = {}) => {
        if (isDown) throw new Error('down')
        calls.push(`evidence ${target} from ${fromBlock}`)
        return records(1)
      },
    })
    expect((await provider.getHistory?.(sender, { target: other }))?.records).toHaveLength(1)
    expect(await provider.getHistory?.(sender, { target: other })).toMatchObject({ complete: true, records: [{}] })
    expect(options).toMatchObject([{ withoutEvidence: true }, { withoutEvidence: true, fromBlock: 981n }])
    await provider.getHistory?.(sender, { target: other })
    // The first reading may have ended before the head of its history was known.
    expect(calls).toEqual([undefined, undefined, 981].map((from) => `evidence ${other} from ${from}`))
    isDown = true
    expect(await provider.getHistory?.(sender, { target: other })).toMatchObject({ complete: false, records: [{}] })
  })

  test('behavior: a record of others in the youngest blocks is gone with its block', async () => {
    let found = [{ ...records(1)[0], blockNumber: 990n }] as HistoryRecord[]
    const provider = new CachingDataProvider({
      ...inner,
      getHistory: async () => ({
        sender,
        complete: true,
        records: [],
        extents: [{ chainId: 5042002, fromBlock: 0n, toBlock: 1_000n }],
      }),
      getEvidence: async (_, { fromBlock = 0n } = {}) => found.filter(({ blockNumber }) => blockNumber >= fromBlock),
    })
    const evidence = async () => (await provider.getHistory?.(sender, { target: other }))?.records.length
    for (const _ of [1, 2, 3]) expect(await evidence()).toBe(1)
    found = []
    expect(await evidence()).toBe(0)
  })

  test('behavior: a caller who leaves while records of others are read ends both readings', async () => {
    const leave = new AbortController()
    let fail = (_reason: unknown) => {}
    const provider = new CachingDataProvider({
      ...inner,
      getHistory: () => new Promise(() => {}),
      getEvidence: () =>
        new Promise((_, reject) => {
          fail = reject
        }),
    })
    const reading = provider.getHistory?.(sender, { target: other, signal: leave.signal })
    leave.abort()
    await expect(reading).rejects.toThrow()
    // Vitest fails on an unhandled rejection.
    fail(leave.signal.reason)
    await new Promise((resolve) => setImmediate(resolve))
  })
})
