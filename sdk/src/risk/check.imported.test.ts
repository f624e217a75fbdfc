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
