import type { JournalEntry } from '@holdfast/react'
import type { Plan, PlanOperation } from '@holdfast/sdk/plan'
import { expect, test } from 'vitest'
import { openRowOf, type Such } from './openRow.js'

const [chainId, account, box, to] = [
  5_042_002,
  `0x${'a1'.repeat(20)}`,
  `0x${'b2'.repeat(20)}`,
  `0x${'c3'.repeat(20)}`,
] as const
const [approved, paid] = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const

/** Whether the form of an operation waits for a row of this one, which has an approval, and then what moves the money. */
function waitsFor(made: PlanOperation, entry: Partial<JournalEntry>, such: Partial<Such> = {}) {
  const steps = ['transaction', 'signature', 'transaction'].map((kind) => ({ kind }))
  // What is read of a plan here.
  const facts = { operation: made, chainId, account, params: { account: box, to }, amount: 25n, effects: [] }
  const plan = { ...facts, steps } as unknown as Plan
  const started = { operation: 'executePlan', chainId, account, state: 'started', startedAt: new Date(0) } as const
  const row = openRowOf({ id: 'a1', ...started, params: { plan }, secret: {}, progress: {}, txHashes: [], ...entry })
  return row?.hasSent({ operation: made, account, chainId, ...such }) === true
}

const operations = [
  'sendProtected',
  'createPaymentLink',
  'depositToHub',
  'initiateHubWithdrawal',
  'fundEphemeral',
  'submitPull',
  'sweepToVault',
] as const

test.each(operations)(
  '%s: a form waits for a transaction that was sent, or may have been, and not for an approval',
  (operation) => {
    // The wallet was asked for the approval at most.
    expect(waitsFor(operation, {})).toBe(false)
    // It was asked for what moves the money, and never answered.
    expect(waitsFor(operation, { txHashes: [approved] })).toBe(true)
    expect(waitsFor(operation, { txHashes: [approved], state: 'failed' })).toBe(false)
    expect(waitsFor(operation, { txHashes: [approved], progress: { isClosed: true } })).toBe(false)
    expect(waitsFor(operation, { txHashes: [approved, paid] })).toBe(true)
    expect(waitsFor(operation, { txHashes: [approved, paid], state: 'done' })).toBe(false)
    expect(waitsFor(operation, { txHashes: [approved, paid], progress: { isClosed: true } })).toBe(false)
  },
)

test.each([
  { account: box },
  { account: undefined },
  { chainId: 1 },
  { operation: 'depositToHub' },
  { box: account },
] as const)('behavior: no other thing waits for it: %j', (other) => {
  expect(waitsFor('fundEphemeral', { txHashes: [approved, paid] }, { box })).toBe(true)
  expect(waitsFor('fundEphemeral', { txHashes: [approved, paid] }, { box, ...other })).toBe(false)
})

test('behavior: a payment to another recipient does not wait for it', () => {
  expect(waitsFor('sendProtected', { txHashes: [approved] }, { to })).toBe(true)
  expect(waitsFor('sendProtected', { txHashes: [approved] }, { to: account })).toBe(false)
})

test('behavior: addresses are compared in any case', () => {
  const shouted = [`0x${'B2'.repeat(20)}`, `0x${'C3'.repeat(20)}`] as const
  expect(waitsFor('fundEphemeral', { txHashes: [approved, paid] }, { box: shouted[0] })).toBe(true)
  expect(waitsFor('sendProtected', { txHashes: [approved, paid] }, { to: shouted[1] })).toBe(true)
})

test('behavior: a burn may be sent once its approval is, and a spend of the Hub once it is signed', () => {
  const bridge = { from: 'Arc_Testnet' }
  expect(waitsFor('bridgeFromWallet', { progress: { bridge } })).toBe(false)
  expect(waitsFor('bridgeFromWallet', { txHashes: [approved], progress: { bridge } })).toBe(true)
  const burned = { ...bridge, burnTxHash: paid }
  expect(waitsFor('bridgeFromWallet', { txHashes: [approved], progress: { bridge: burned } })).toBe(true)
  expect(waitsFor('spendFromHub', {}, { chainId: undefined })).toBe(false)
  expect(waitsFor('spendFromHub', { secret: { signed: {} } }, { chainId: undefined })).toBe(true)
})
