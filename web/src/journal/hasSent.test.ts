import type { JournalEntry } from '@holdfast/react'
import type { Plan, PlanOperation } from '@holdfast/sdk/plan'
import { describe, expect, test } from 'vitest'
import { openRowOf, PAGES, type Such } from './openRow.js'
import { watchSent } from './watchSent.js'

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

test('behavior: a row whose addresses another version has written differently stops no form', () => {
  // What another version may have written.
  const params = { account: 5, to: null } as unknown as Plan['params']
  const facts = { operation: 'fundEphemeral', chainId, account, params, amount: 25n, effects: [], steps: [] }
  const kept = {
    id: 'a1',
    operation: 'executePlan',
    chainId,
    account,
    state: 'started',
    startedAt: new Date(0),
  } as const
  const row = openRowOf({ ...kept, params: { plan: facts }, secret: {}, progress: {}, txHashes: [] })
  expect(row).toBe(undefined)
  const paid = { ...facts, operation: 'sendProtected', params: { to: null } }
  const other = openRowOf({ ...kept, params: { plan: paid }, secret: {}, progress: {}, txHashes: [] })
  expect(other?.hasSent({ operation: 'sendProtected', account, chainId, to })).toBe(false)
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
  const signed = { secret: { signed: {} } }
  expect(waitsFor('spendFromHub', signed, { chainId: undefined })).toBe(true)
  // The issuer has taken it.
  expect(waitsFor('spendFromHub', { ...signed, progress: { transferId: 'a1' } }, { chainId: undefined })).toBe(false)
})

describe('watchSent', () => {
  const made = { id: 'a1', operation: 'executePlan', chainId, account, startedAt: new Date(0) } as const
  const [alice, bob] = [`0x${'a1'.repeat(20)}`, `0x${'d4'.repeat(20)}`] as const

  /** A row whose plan has an approval, and then what moves the money. */
  function rowOf(
    operation: PlanOperation,
    state: JournalEntry['state'],
    rest: Partial<JournalEntry> = {},
  ): JournalEntry {
    const secret = operation === 'spendFromHub' ? { signed: {} } : {}
    const progress = operation === 'bridgeFromWallet' ? { bridge: { from: 'Arc_Testnet' } } : {}
    return { ...made, state, params: { plan: planOf(operation) }, secret, progress, txHashes: [approved], ...rest }
  }

  function planOf(operation: PlanOperation, rest: object = {}): Plan {
    const steps = ['transaction', 'signature', 'transaction'].map((kind) => ({ kind }))
    const facts = { operation, chainId, account: alice, recipient: bob, params: {}, amount: 25n, effects: [], steps }
    // What is read of a plan here.
    return { ...facts, ...rest } as unknown as Plan
  }

  /** Opens a review while the journal has some rows, and asks when it has others. */
  async function isSentSince(plan: Plan, before: JournalEntry[], after: JournalEntry[], own = 'own') {
    let rows = before
    const ask = watchSent({ list: async () => rows })
    // The review was read by then.
    await ask(plan, own)
    rows = after
    return ask(plan, own)
  }

  test.each(Object.keys(PAGES) as PlanOperation[])(
    'default: finds what another tab has done, or may have: %s',
    async (operation) => {
      const plan = planOf(operation, { amount: 7n })
      for (const state of ['started', 'done'] as const) {
        const row = rowOf(operation, state)
        expect(await isSentSince(plan, [], [row])).toBe(true)
        expect(await isSentSince(plan, [row], [row])).toBe(false)
        expect(await isSentSince(plan, [], [row], row.id)).toBe(false)
        expect(await isSentSince(plan, [], [{ ...row, progress: { ...row.progress, isClosed: true } }])).toBe(false)
      }
      for (const state of ['kept', 'failed'] as const)
        expect(await isSentSince(plan, [], [rowOf(operation, state)])).toBe(false)
    },
  )

  test('behavior: finds a row that was there, and has only sent something since', async () => {
    const asked = rowOf('fundEphemeral', 'started', { txHashes: [] })
    expect(await isSentSince(planOf('fundEphemeral'), [asked], [asked])).toBe(false)
    expect(await isSentSince(planOf('fundEphemeral'), [asked], [rowOf('fundEphemeral', 'done')])).toBe(true)
  })

  test.each([
    ['a row without a plan', rowOf('sendProtected', 'done', { params: {} })],
    ['a row of another program', rowOf('sendProtected', 'done', { params: { plan: { operation: 'sendProtected' } } })],
    ['a spend that is not signed', rowOf('spendFromHub', 'started', { secret: {} })],
    ['a transfer whose fee is not fixed', rowOf('bridgeFromWallet', 'started', { progress: {} })],
  ])('behavior: %s has sent nothing', async (_, row) => {
    for (const operation of Object.keys(PAGES) as PlanOperation[])
      expect(await isSentSince(planOf(operation), [], [row])).toBe(false)
  })

  test.each([
    ['another operation', { operation: 'fundEphemeral' }],
    ['another account', { account: box }],
    ['another network', { chainId: 1 }],
    ['another recipient', { recipient: to }],
    ['no recipient', { recipient: null }],
  ])('behavior: %s is not the same', async (_, other) => {
    expect(await isSentSince(planOf('sendProtected', other), [], [rowOf('sendProtected', 'done')])).toBe(false)
  })

  test('behavior: a spend of the Hub is the same on any network, and addresses are in any case', async () => {
    const shouted = { chainId: 1, account: `0x${'A1'.repeat(20)}`, recipient: `0x${'D4'.repeat(20)}` }
    expect(await isSentSince(planOf('spendFromHub', shouted), [], [rowOf('spendFromHub', 'done')])).toBe(true)
  })

  test('error: a journal that was not read when the review was opened stops it', async () => {
    let isBroken = true
    const ask = watchSent({
      list: async () => (isBroken ? Promise.reject(new Error('The journal could not be read.')) : []),
    })
    await expect(ask(planOf('sendProtected'), 'own')).rejects.toThrow('could not be read')
    isBroken = false
    await expect(ask(planOf('sendProtected'), 'own')).rejects.toThrow('could not be read')
  })
})
