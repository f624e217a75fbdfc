import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JournalEntry } from '@holdfast/react'
import type { Plan, PlanOperation } from '@holdfast/sdk/plan'
import { describe, expect, test } from 'vitest'
import { openRowOf, PAGES } from './openRow.js'

const chainId = 5_042_002
const account = '0x00000000000000000000000000000000000000a1'
const hash = `0x${'11'.repeat(32)}` as const
const bridge = {
  from: 'Arc_Testnet',
  to: 'Base_Sepolia',
  sender: account,
  recipient: account,
  amount: '25',
  burnAfterBlock: '7',
} as const

/** A row as `useExecutePlan` leaves it when the page is closed in the middle. */
function rowOf(operation: PlanOperation, rest: Partial<JournalEntry> = {}): JournalEntry {
  // What is read of a plan here.
  const plan = {
    operation,
    chainId,
    account,
    amount: 25n,
    params: { account },
    steps: [],
    effects: [],
  } as unknown as Plan
  const [secret, progress] = [{ signed: {} }, operation === 'bridgeFromWallet' ? { bridge } : {}]
  const started = { operation: 'executePlan', chainId, account, state: 'started', txHashes: [] } as const
  return { id: 'a1', ...started, params: { plan }, secret, progress, startedAt: new Date(0), ...rest }
}

/** The operations that the screens plan. */
function plannedOperations(): Set<string> {
  const screens = fileURLToPath(new URL('../screens', import.meta.url))
  const files = readdirSync(screens, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const text = files.map((name) => readFileSync(join(screens, name), 'utf8')).join('\n')
  return new Set([...text.matchAll(/\boperation(?:=|: )["'](\w+)["']/g)].map(([, name]) => name ?? ''))
}

/** The chain accepts these only once, so they have no page: that of the transfer or box shows the outcome. */
const once = ['mintBridged', 'sweepWithSignature']
const open = Object.keys(PAGES) as PlanOperation[]

test('every operation of the screens is open on a page, or taken once by the chain', () => {
  expect([...plannedOperations()].toSorted()).toEqual([...open, ...once].toSorted())
})

describe.each(open)('%s', (operation) => {
  test('default: one whose outcome is unknown has a page', () => {
    expect(openRowOf(rowOf(operation))?.href).toMatch(/^#\/./)
  })

  test.each([
    ['mined', { state: 'done' }],
    ['reverted, declined or refused', { state: 'failed' }],
    ['dropped, and closed by its person', { state: 'failed', progress: { isClosed: true } }],
  ] as const)('behavior: one that is %s is not open', (_, ended) => {
    expect(openRowOf(rowOf(operation, ended))).toBeUndefined()
  })
})

test.each([
  ['without steps', { steps: undefined }],
  ['with a step that is nothing', { steps: [null] }],
  ['without effects', { effects: undefined }],
  ['without parameters', { params: null }],
  ['of an amount that is a text', { amount: '25' }],
  ['of an account that is a text', { account: 'nobody' }],
  ['of a spending account that is a text', { params: { account: 'nobody' } }],
  ['of an owner that is a text', { params: { account, owner: 'nobody' } }],
  ['of an operation that every object has', { operation: 'constructor' }],
])('behavior: a plan %s, as another program may leave it, is left out and hides no other', (_, changed) => {
  const { params } = rowOf('settlePrivatePayment')
  // The type of what is changed here is wrong on purpose.
  const plan = { ...(params.plan as Plan), ...changed }
  expect(openRowOf(rowOf('settlePrivatePayment', { params: { plan } }))).toBeUndefined()
})

test('behavior: a mined burn is open on the page that follows it', () => {
  const row = rowOf('bridgeFromWallet', { progress: { bridge: { ...bridge, burnTxHash: hash } } })
  expect(openRowOf(row)?.href).toBe(`#/bridge/Arc_Testnet/${hash}`)
})

test('behavior: nothing is open before anything can have been sent, nor of a payment that exists', () => {
  expect(openRowOf(rowOf('spendFromHub', { secret: {} }))).toBeUndefined()
  expect(openRowOf(rowOf('bridgeFromWallet', { progress: {} }))).toBeUndefined()
  expect(openRowOf({ ...rowOf('sendProtected'), operation: 'cancel', params: { transferId: 1n } })).toBeUndefined()
})

test('behavior: a hidden spending account is open until it is created or closed', () => {
  const secret = { draft: { factory: account, salt: hash } }
  expect(openRowOf(rowOf('announceStealthBox', { state: 'done', secret }))?.draft?.isAnnounced).toBe(true)
  expect(openRowOf(rowOf('createEphemeral', { state: 'failed', secret }))?.href).toBe('#/boxes')
  expect(openRowOf(rowOf('createEphemeral', { state: 'done', secret }))).toBeUndefined()
  const closed = { state: 'failed', secret, progress: { isClosed: true } } as const
  expect(openRowOf(rowOf('createEphemeral', closed))).toBeUndefined()
})
