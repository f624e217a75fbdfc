import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { type CheckOptions, check } from './check.js'
import { craftLookalike } from './craftLookalike.js'
import type { IDataProvider } from './history/IDataProvider.js'
import type { HistoryRecord } from './history/SenderHistory.js'

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const imported = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const alike = craftLookalike(imported)
const now = new Date('2026-11-20T12:00:00Z')

let records: HistoryRecord[] = []
const provider: IDataProvider = {
  getOutgoingCounterparties: () => expect.unreachable(),
  countZeroValueTransfers: () => expect.unreachable(),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date('2025-01-01') }),
  getHistory: async () => ({ sender, records, complete: true }),
}
const run = (target: Address, options: CheckOptions = {}) => check(sender, target, { provider, now, ...options })
const paid = (to: Address): HistoryRecord => ({
  chainId: 5042002,
  token: null,
  canonical: true,
  from: sender,
  to,
  value: 5_000_000n,
  decimals: 6,
  signer: sender,
  blockNumber: 10n,
  logIndex: 0,
  timestamp: new Date('2026-01-01'),
  transactionHash: `0x${'10'.repeat(32)}`,
})

test('an imitation of an imported contact is a warning, of a confirmed one a block', async () => {
  records = []
  const soft = await run(alike, { importedContacts: [imported] })
  expect(soft).toMatchObject({ level: 'warning' })
  expect(soft.reasons).toContainEqual(
    expect.objectContaining({
      code: 'LOOKALIKE_ADDRESS',
      severity: 'warning',
      strength: 'soft',
      lookalikeOf: imported,
    }),
  )
  expect(await run(alike, { contacts: [imported] })).toMatchObject({ level: 'block' })
  expect(await run(alike, { contacts: [imported], importedContacts: [imported] })).toMatchObject({ level: 'block' })
})

test('an import makes no address known', async () => {
  records = []
  const report = await run(imported, { importedContacts: [imported] })
  expect(report).toEqual(await run(imported))
  expect(report.reasons.map(({ code }) => code)).not.toContain('KNOWN_COUNTERPARTY')
})

test('a hostile list cannot stop or doubt a payee that was paid', async () => {
  records = [paid(imported)]
  expect(await run(imported, { importedContacts: [alike] })).toEqual(await run(imported))
  expect(await run(alike, { importedContacts: [alike] })).toMatchObject({ level: 'block' })
})

const answers = (counterparties: readonly Address[]): IDataProvider => ({
  getOutgoingCounterparties: async () => ({ counterparties, complete: true }),
  countZeroValueTransfers: async () => 0,
  getAddressActivity: provider.getAddressActivity,
})
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
/** All ways by which an address that was not confirmed comes into a check. */
const unconfirmed: readonly [string, CheckOptions][] = [
  ['an imported contact', { importedContacts: [imported] }],
  ['a box that the sender has not funded', { boxes: [{ account: imported, target: other, spent: 0n }] }],
  ['whom such a box has paid', { boxes: [{ account: other, target: imported, spent: 1n }] }],
]

test.each(unconfirmed)('three methods: an imitation of %s warns as with a history', async (_, options) => {
  records = []
  for (const reader of [provider, answers([])]) {
    const report = await run(alike, { ...options, provider: reader })
    expect(report.level).toBe('warning')
    expect(report.reasons).toMatchObject([{ code: 'LOOKALIKE_ADDRESS', severity: 'warning', lookalikeOf: imported }])
    expect(await run(imported, { ...options, provider: reader })).toMatchObject({ level: 'safe', reasons: [] })
  }
})

test('three methods: a hostile list cannot stop or doubt a payee that was paid or saved', async () => {
  const hostile = { importedContacts: [alike], provider: answers([imported]) }
  expect(await run(imported, hostile)).toEqual(await run(imported, { provider: answers([imported]) }))
  const saved: CheckOptions = { importedContacts: [alike], provider: answers([]), contacts: [imported] }
  expect(await run(imported, saved)).toMatchObject({ level: 'safe' })
  expect(await run(alike, saved)).toMatchObject({ level: 'block' })
  expect(await run(alike, hostile)).toMatchObject({ level: 'block' })
})

test('a history that cannot be read leaves the warning beside the block', async () => {
  const getHistory = async () => Promise.reject(new Error('down'))
  const report = await run(alike, { importedContacts: [imported], provider: { ...provider, getHistory } })
  expect(report.reasons.map(({ code, severity }) => [code, severity])).toEqual([
    ['DATA_UNAVAILABLE', 'block'],
    ['LOOKALIKE_ADDRESS', 'warning'],
  ])
})
