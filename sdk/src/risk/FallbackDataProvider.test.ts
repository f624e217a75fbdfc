import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { FallbackDataProvider, type FallbackDataProviderOptions, type ProviderFailure } from './FallbackDataProvider.js'
import type { HistoryOptions, HistoryReading, IDataProvider } from './history/IDataProvider.js'
import type { HistoryRecord } from './history/SenderHistory.js'

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const payee = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

const record = (to: Address, blockNumber: bigint, signer: Address | null = sender): HistoryRecord => ({
  chainId: 5042002,
  token: null,
  canonical: true,
  from: sender,
  to,
  value: 1n,
  decimals: 6,
  signer,
  blockNumber,
  logIndex: 0,
  timestamp: null,
  transactionHash: `0x${blockNumber.toString(16).padStart(64, '0')}`,
})
const history = (complete: boolean, records: HistoryRecord[], toBlock?: bigint, fromBlock = 0n): HistoryReading => ({
  sender,
  complete,
  records,
  ...(toBlock !== undefined && { extents: [{ chainId: 5042002, fromBlock, toBlock }] }),
})
const down = () => Promise.reject(new Error('down'))
const silent = () => new Promise<never>(() => {})
const source = (answers: Partial<IDataProvider> = {}): IDataProvider => ({
  getOutgoingCounterparties: down,
  getAddressActivity: down,
  countZeroValueTransfers: down,
  ...answers,
})
const combine = (sources: IDataProvider[], options: FallbackDataProviderOptions = {}) =>
  new FallbackDataProvider(sources, options)
const read = (provider: FallbackDataProvider, options?: HistoryOptions) => provider.getHistory?.(sender, options)

describe('FallbackDataProvider', () => {
  test('default: the first complete answer, and no other source is asked', async () => {
    const scan = { counterparties: [payee], complete: true } as const
    const never = source({ getOutgoingCounterparties: () => expect.unreachable() })
    const provider = combine([source({ getOutgoingCounterparties: async () => scan }), never])
    expect(await provider.getOutgoingCounterparties(sender)).toBe(scan)
    expect(provider.failures).toEqual([])
    expect(provider.getHistory).toBeUndefined()
    expect(provider.resolveSigners).toBeUndefined()
  })

  test('behavior: a listener that throws ends the question, and nothing else', async () => {
    const onFailure = () => {
      throw new Error('no pen')
    }
    const provider = combine([source(), source({ countZeroValueTransfers: async () => 1 })], { onFailure })
    await expect(provider.countZeroValueTransfers(payee, sender)).rejects.toThrow('no pen')
    const slow = combine([source({ countZeroValueTransfers: silent }), source()], { onFailure, patienceMs: 1 })
    await expect(slow.countZeroValueTransfers(payee, sender)).rejects.toThrow('no pen')
  })

  test('behavior: says who failed, until it works again', async () => {
    let works = false
    const told: ProviderFailure[] = []
    const moody = source({ countZeroValueTransfers: async () => (works ? 2 : down()) })
    const provider = combine([moody, source({ countZeroValueTransfers: async () => 1 })], {
      onFailure: (failure) => told.push(failure),
    })
    expect(await provider.countZeroValueTransfers(payee, sender)).toBe(1)
    expect(provider.failures).toMatchObject([
      { source: 0, method: 'countZeroValueTransfers', error: { message: 'down' } },
    ])
    expect(told).toEqual(provider.failures)
    works = true
    expect(await provider.countZeroValueTransfers(payee, sender)).toBe(2)
    expect(provider.failures).toEqual([])
  })

  test('behavior: incomplete answers together are still incomplete', async () => {
    const half = (counterparty: Address) =>
      source({
        getOutgoingCounterparties: async () => ({ counterparties: [counterparty], complete: false }),
        getHistory: async () => history(false, [record(counterparty, counterparty === payee ? 1n : 2n)]),
      })
    const provider = combine([half(payee), half(other), source()])
    expect(await provider.getOutgoingCounterparties(sender)).toEqual({
      counterparties: [payee, other],
      complete: false,
    })
    const merged = await read(provider)
    expect(merged).toEqual({ sender, complete: false, records: [record(payee, 1n), record(other, 2n)] })
  })

  test('behavior: incomplete answers together keep the settled recipients of each, and each reason once', async () => {
    const told = (address: Address, missing: readonly string[]): IDataProvider => {
      const settled = [
        { address, blockNumber: 1n, transactionHash: record(address, 1n).transactionHash, timestamp: null },
      ]
      return source({ getHistory: async () => ({ ...history(false, []), settled, missing }) })
    }
    const merged = await read(combine([told(payee, ['a list', 'the head']), told(other, ['the head'])]))
    expect(merged).toMatchObject({ complete: false, settled: [{ address: payee }, { address: other }] })
    expect(merged?.missing).toEqual(['a list', 'the head'])
    const failures: ProviderFailure[] = []
    await read(combine([told(payee, ['a list']), told(other, [])], { onFailure: (failure) => failures.push(failure) }))
    expect(failures).toMatchObject([
      { source: 0, method: 'getHistory', error: { message: 'The answer is incomplete. a list' } },
      { source: 1, method: 'getHistory', error: { message: 'The answer is incomplete.' } },
    ])
  })

  test('behavior: an answer that lacks a payment which another source knows is not complete', async () => {
    const known: HistoryRecord = { ...record(payee, 7n), token: other }
    const cut = source({ getHistory: async () => history(false, [known]) })
    const whole = (records: HistoryRecord[]) => source({ getHistory: async () => history(true, records, 9n) })
    expect(await read(combine([cut, whole([record(other, 8n)])]))).toEqual({
      sender,
      complete: false,
      records: [known, record(other, 8n)],
      missing: [`A source that calls its answer complete does not know the payment ${known.transactionHash}.`],
    })
    expect(await read(combine([cut, whole([known])]))).toMatchObject({ complete: true, records: [known] })
    // What a node's logs do not show, what is not a payment, and what came later it need not know.
    for (const rest of [{ token: null }, { canonical: false }, { value: 0n }, { blockNumber: 10n }]) {
      const more = source({ getHistory: async () => history(false, [{ ...known, ...rest }]) })
      expect(await read(combine([more, whole([])]))).toMatchObject({ complete: true })
    }
  })

  test('behavior: whole up to a block, and whole from there on, is whole', async () => {
    const asked: unknown[] = []
    const provider = combine([
      source({ getHistory: async () => history(false, [record(payee, 1n)], 100n) }),
      source({
        getHistory: async (_, options) => {
          asked.push(options?.fromBlock)
          return history(true, [record(other, 101n)], 150n, options?.fromBlock)
        },
      }),
    ])
    expect(await read(provider)).toMatchObject({
      complete: true,
      records: [{ to: payee }, { to: other }],
      extents: [{ chainId: 5042002, fromBlock: 0n, toBlock: 150n }],
    })
    expect(asked).toEqual([101n])
  })

  test.each([
    ['a gap', history(true, [], 150n, 102n)],
    ['an end that is itself incomplete', history(false, [], 150n, 101n)],
    ['another chain', { ...history(true, []), extents: [{ chainId: 1, fromBlock: 101n, toBlock: 150n }] }],
  ])('behavior: %s never makes an incomplete answer whole', async (_, tail) => {
    const provider = combine([
      source({ getHistory: async () => history(false, [record(payee, 1n)], 100n) }),
      source({ getHistory: async () => tail }),
    ])
    expect(await read(provider)).toMatchObject({ complete: false, records: [{ to: payee }] })
  })

  test('behavior: an end that does not say where it begins is asked for in whole', async () => {
    const asked: unknown[] = []
    const whole = history(true, [record(payee, 1n), record(other, 101n)])
    const provider = combine([
      source({ getHistory: async () => history(false, [record(payee, 1n)], 100n) }),
      source({
        getHistory: async (_, options) => {
          asked.push(options?.fromBlock)
          return whole
        },
      }),
    ])
    expect(await read(provider)).toBe(whole)
    expect(asked).toEqual([101n, undefined])
  })

  test('parameter: patienceMs, after which the next source is asked as well, and the silence is reported', async () => {
    const answer = { transactionCount: 1, firstSeenAt: null }
    const told: ProviderFailure[] = []
    let isSilent = true
    const slow = source({ getAddressActivity: () => (isSilent ? silent() : Promise.resolve(answer)) })
    const provider = combine([slow, source({ getAddressActivity: async () => answer })], {
      patienceMs: 5,
      onFailure: (failure) => told.push(failure),
    })
    expect(await provider.getAddressActivity(payee)).toBe(answer)
    const error = { message: 'There is no answer after 5 ms.' }
    expect(told).toMatchObject([{ source: 0, method: 'getAddressActivity', error }])
    expect(provider.failures).toEqual(told)
    isSilent = false
    expect(await provider.getAddressActivity(payee)).toBe(answer)
    expect(provider.failures).toEqual([])
  })

  test('parameter: signal', async () => {
    const controller = new AbortController()
    const pending = combine([source({ getAddressActivity: silent })]).getAddressActivity(payee, {
      signal: controller.signal,
    })
    controller.abort(new Error('enough'))
    await expect(pending).rejects.toThrow('enough')
  })

  test('error: when no source answers', async () => {
    await expect(combine([source()]).getAddressActivity(payee)).rejects.toThrow('down')
    await expect(combine([source(), source()]).getAddressActivity(payee)).rejects.toMatchObject({
      name: 'DataUnavailableError',
    })
    await expect(read(combine([source(), source({ getHistory: down })]))).rejects.toThrow('down')
    expect(() => combine([])).toThrow('at least one source')
  })
})
