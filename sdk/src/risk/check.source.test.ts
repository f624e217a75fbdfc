import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { type CheckOptions, check } from './check.js'
import { craftLookalike } from './craftLookalike.js'
import type { IDataProvider } from './history/IDataProvider.js'

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const known = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const stranger = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const alike = craftLookalike(known)
const now = new Date('2026-11-20T12:00:00Z')

const provider: IDataProvider = {
  getOutgoingCounterparties: () => expect.unreachable(),
  countZeroValueTransfers: () => expect.unreachable(),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date('2025-01-01') }),
  getHistory: async () => ({ sender, records: [], complete: true }),
}
const run = (target: Address, options: CheckOptions = {}) =>
  check(sender, target, { provider, now, contacts: [known], ...options })
const sourceOf = (address: Address) =>
  ({ kind: 'payment_request', address, requestHash: `0x${'ab'.repeat(32)}`, reference: 'Paid and safe' }) as const

test('a lookalike that asks by a signed request is blocked as before, and the reason says where the address is from', async () => {
  const without = await run(alike)
  const report = await run(alike, { source: sourceOf(alike) })
  expect(report).toMatchObject({ level: 'block', source: sourceOf(alike) })
  expect(report.reasons.map(({ code, severity, lookalikeOf }) => [code, severity, lookalikeOf])).toEqual(
    without.reasons.map(({ code, severity, lookalikeOf }) => [code, severity, lookalikeOf]),
  )
  expect(report.reasons[0]?.message).toContain('comes from a payment request')
  expect(without.reasons[0]?.message).not.toContain('payment request')
})

test('a request makes no payee known, and its own words are in no reason', async () => {
  const without = await run(stranger)
  const report = await run(stranger, { source: sourceOf(stranger) })
  expect(report.level).toBe(without.level)
  expect(report.reasons.map(({ code }) => code)).toEqual(without.reasons.map(({ code }) => code))
  expect(JSON.stringify(report.reasons)).not.toContain('Paid and safe')
  expect((await run(known, { source: sourceOf(known) })).reasons).toEqual((await run(known)).reasons)
})

test('a source that names another address is ignored', async () => {
  expect(await run(alike, { source: sourceOf(stranger) })).toEqual(await run(alike))
})
