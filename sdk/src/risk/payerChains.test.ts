import { type Address, createPublicClient, custom } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { PRIMARY_CHAIN_ID } from '../chain/constants.js'
import { primaryChain } from '../chain/viemChain.js'
import { RiskBlockedError } from '../errors/risk.js'
import { CachingDataProvider } from './CachingDataProvider.js'
import { type CheckOptions, check } from './check.js'
import { checkPayment } from './checkPayment.js'
import { craftLookalike } from './craftLookalike.js'
import { guardPayment } from './guardPayment.js'
import type { IDataProvider } from './history/IDataProvider.js'
import type { HistoryRecord } from './history/SenderHistory.js'
import { payerProvider } from './payerProvider.js'
import { readPayerChains } from './readPayerChains.js'

const sender: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const genuine: Address = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const impostor = craftLookalike(genuine)
const stranger = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const other = 84532

const paid = (chainId: number): HistoryRecord => ({
  chainId,
  token: null,
  canonical: true,
  from: sender,
  to: genuine,
  value: 5_000_000n,
  decimals: 6,
  signer: sender,
  blockNumber: 7n,
  logIndex: 0,
  timestamp: new Date('2026-01-01'),
  transactionHash: `0x${'7'.repeat(64)}`,
})
const activity = { transactionCount: 7, firstSeenAt: new Date('2025-01-01') }

/** A provider of one chain on which the sender has made some payments. */
const chain = (records: readonly HistoryRecord[], over: Partial<IDataProvider> = {}): IDataProvider => ({
  getOutgoingCounterparties: () => expect.unreachable(),
  countZeroValueTransfers: () => expect.unreachable(),
  getAddressActivity: async () => activity,
  getHistory: async () => ({ sender, records, complete: true }),
  ...over,
})
const withoutHistory = ({ getHistory: _, ...plain }: IDataProvider): IDataProvider => plain
const down = async (): Promise<never> => {
  throw new Error('The explorer is down.')
}
const quiet = { chainId: PRIMARY_CHAIN_ID, provider: chain([]) }
const busy = { chainId: other, provider: chain([paid(other)], { getAddressActivity: () => expect.unreachable() }) }
const payment = { payer: sender, amount: 1_000_000n, chains: [quiet] } as const

test('default: an imitation of a payee of another chain is blocked, and the payee is known', async () => {
  const checkOptions = { payerChains: readPayerChains([busy]) }
  const blocked = guardPayment({ ...payment, payee: impostor }, { checkOptions })
  await expect(blocked).rejects.toBeInstanceOf(RiskBlockedError)
  expect(await guardPayment({ ...payment, payee: genuine }, { checkOptions })).toMatchObject({ level: 'safe' })
  expect(await checkPayment({ ...payment, payee: impostor })).toMatchObject({ level: 'safe' })
})

/** One payment was read of it, or nothing. */
const broken: readonly [string, IDataProvider, boolean][] = [
  ['a history that fails', chain([], { getHistory: down }), false],
  [
    'half a history',
    chain([], { getHistory: async () => ({ sender, records: [paid(other)], complete: false }) }),
    true,
  ],
  ['no histories', withoutHistory(chain([])), false],
  ['settled recipients that fail', chain([paid(other)], { getSettledRecipients: down }), true],
]

test.each(broken)('another chain with %s: a warning that names it, never safe', async (_, provider, hasPayment) => {
  const merged = payerProvider([quiet], [{ chainId: other, provider }])
  const { level, complete, reasons } = await check(sender, stranger, { provider: merged })
  expect([level, complete]).toEqual(['warning', false])
  expect(reasons).toMatchObject([{ code: 'DATA_UNAVAILABLE', sources: [`history:${other}`] }])
  expect(reasons[0]?.message).toContain(`chain ${other}`)
  expect((await check(sender, impostor, { provider: merged })).level).toBe(hasPayment ? 'block' : 'warning')
})

test('error: a chain of the payment that fails blocks, whatever the others are', async () => {
  const provider = chain([], { getHistory: down })
  for (const others of [[], [busy], [{ chainId: other, provider }]]) {
    const report = await checkPayment(
      { ...payment, payee: stranger, chains: [{ ...quiet, provider }] },
      { payerChains: readPayerChains(others) },
    )
    expect(report).toMatchObject({ level: 'block', complete: false })
    expect(report.reasons[0]?.sources).toContain('history')
  }
  const both = [quiet, { chainId: other, provider }]
  const report = await checkPayment(
    { ...payment, payee: stranger, chains: both },
    { payerChains: readPayerChains(both) },
  )
  expect(report).toMatchObject({ level: 'block', complete: false })
})

test('behavior: a chain that does not answer is given up, and the rest counts', async () => {
  vi.useFakeTimers()
  const never = { chainId: other, provider: chain([], { getHistory: () => new Promise(() => {}) }) }
  const report = check(sender, impostor, {
    provider: payerProvider([{ ...quiet, provider: chain([paid(PRIMARY_CHAIN_ID)]) }], [never]),
  })
  await vi.advanceTimersByTimeAsync(12_000)
  expect((await report).reasons.map(({ code }) => code)).toEqual(['LOOKALIKE_ADDRESS', 'DATA_UNAVAILABLE'])
  vi.useRealTimers()
})

test('behavior: a settled transfer of another chain keeps its chain, in the order of all payments', async () => {
  const settled = { address: genuine, blockNumber: 7n, transactionHash: paid(1).transactionHash, timestamp: null }
  const getSettledRecipients = async () => [{ ...settled, chainId: other }]
  const provider = payerProvider(
    [quiet],
    [
      { chainId: other, provider: chain([], { getSettledRecipients }) },
      { chainId: 43113, provider: chain([]) },
    ],
  )
  const history = await provider.getHistory?.(sender)
  expect(history).toMatchObject({ complete: true, settled: [{ address: genuine, chainId: other }] })
  expect((await check(sender, impostor, { provider })).level).toBe('block')
})

test('behavior: the caller gives up', async () => {
  const provider = payerProvider([quiet], [busy])
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(provider.getHistory?.(sender, { signal })).rejects.toThrow('enough')
})

test('behavior: the reader of each chain is wrapped', async () => {
  const wrap = vi.fn((provider: IDataProvider) => new CachingDataProvider(provider))
  const provider = readPayerChains([busy], wrap)(quiet.provider, [quiet.chainId])
  expect((await check(sender, impostor, { provider })).level).toBe('block')
  expect(wrap.mock.calls.flat()).toEqual([busy.provider])
})

test('behavior: a chain of the payment is not read twice, and the reader of the same provider is the same', () => {
  const payerChains = readPayerChains([quiet, busy])
  const [both, one] = [[quiet.chainId, other], [quiet.chainId]]
  expect(payerChains(quiet.provider, both)).toBe(quiet.provider)
  expect(payerChains(quiet.provider, one)).toBe(payerChains(quiet.provider, one))
})

test('behavior: beside a provider without histories, the lists of payees together', async () => {
  const listed = (counterparties: readonly Address[], complete = true): IDataProvider =>
    withoutHistory(
      chain([], {
        getOutgoingCounterparties: async () => ({ counterparties, complete }),
        countZeroValueTransfers: async () => 0,
      }),
    )
  const run = (provider: IDataProvider, target: Address) =>
    check(sender, target, { provider: listed([]), payerChains: readPayerChains([{ chainId: other, provider }]) })
  expect((await run(listed([genuine]), impostor)).level).toBe('block')
  expect((await run(listed([genuine]), stranger)).level).toBe('safe')
  expect((await run(listed([genuine], false), stranger)).level).toBe('block')
})

test('behavior: a chain that the payment touches is never one that it does not, whatever a provider says', async () => {
  const provider = chain([], {
    getHistory: async () => ({ sender, records: [], complete: false, unreadChains: [other] }),
  })
  const pay = (chainId: number) => checkPayment({ ...payment, payee: stranger, chains: [{ chainId }] }, { provider })
  expect([(await pay(PRIMARY_CHAIN_ID)).level, (await pay(other)).level]).toEqual(['warning', 'block'])
})

test('error: settled recipients of the payment’s own chain that fail block, beside another chain that fails', async () => {
  const provider = chain([], { getSettledRecipients: down })
  const payerChains = readPayerChains([{ chainId: other, provider: chain([], { getHistory: down }) }])
  const report = await check(sender, stranger, { provider, payerChains })
  expect(report).toMatchObject({ level: 'block', complete: false })
  expect(report.reasons[0]?.sources).toContain('history')
})

test('behavior: a payment that two readers of one chain list counts once', async () => {
  const again = { chainId: other, provider: chain([paid(PRIMARY_CHAIN_ID)]) }
  const provider = readPayerChains([again])(chain([paid(PRIMARY_CHAIN_ID)]), [PRIMARY_CHAIN_ID])
  expect((await provider.getHistory?.(sender))?.records).toHaveLength(1)
})

describe('a chain of the payment that a reader names as unread is missing data', () => {
  const says = (unread: number, complete = false) =>
    chain([], { getHistory: async () => ({ sender, records: [], complete, unreadChains: [unread] }) })
  const source = PRIMARY_CHAIN_ID
  const unused = { chainId: other, provider: chain([]) }
  const both = [quiet, unused]
  const readers: Readonly<Record<string, (unread: number) => [typeof both, CheckOptions]>> = {
    'the provider of the check': (unread) => [both, { provider: says(unread) }],
    'the provider of the source': (unread) => [[{ ...quiet, provider: says(unread) }, unused], {}],
    'the provider of the destination': (unread) => [[quiet, { chainId: other, provider: says(unread) }], {}],
    'a reader of another chain': (unread) => [
      both,
      { payerChains: readPayerChains([{ chainId: 43113, provider: says(unread, true) }]) },
    ],
    'what adds the payer’s chains': (unread) => [both, { payerChains: () => says(unread) }],
  }
  const client = createPublicClient({
    chain: primaryChain,
    transport: custom({ request: async () => `0x${'0'.repeat(64)}` }),
  })

  for (const [name, make] of Object.entries(readers))
    test.each([source, other])(`${name}: chain %i`, async (unread) => {
      const [chains, options] = make(unread)
      for (const given of [options, { ...options, client }]) {
        const report = await checkPayment({ ...payment, payee: stranger, chains }, given)
        expect(report).toMatchObject({ level: 'block', complete: false })
        expect(report.reasons[0]?.sources).toContain('history')
      }
    })

  test('without a client the payment is on the primary chain', async () => {
    const levelOf = async (unread: number) => (await check(sender, stranger, { provider: says(unread) })).level
    expect([await levelOf(source), await levelOf(other)]).toEqual(['block', 'warning'])
  })
})
