import type { TransactionReceipt } from 'viem'
import { describe, expect, test } from 'vitest'
import { NOON, readLedgers, testAddress, testAdmission, testRequest } from '../../../test/admission.js'
import { MONEY } from '../../../test/relayStage.js'
import { stores } from '../../../test/stores.js'
import { stubChain } from '../../../test/stubChain.js'
import { ENDS } from '../../admission/operationRow.js'
import type { JobEnd, TransactionRow } from '../../sender/SenderPolicy.js'
import type { OperationKind, OperationState } from '../../store/Database.js'
import { createMetrics } from '../../telemetry/createMetrics.js'
import type { Log } from '../../telemetry/Telemetry.js'
import { Operations } from './Operations.js'
import { operationPolicy } from './operationPolicy.js'
import { NotQueuedError } from './operationRows.js'
import type { RelayParts } from './RelayParts.js'

const key = testAddress(0xabc)
const txHash = `0x${'11'.repeat(32)}` as const
const seed = 50_000n
const balanceOf = (available: bigint, isBlocked = false) => {
  return { available, floor: 0n, low: false, isBlocked, asOf: 0 }
}
const metrics = createMetrics({ version: '0.0.0', commit: 'test' })
const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }

// Only what is read of a receipt.
const receiptOf = (status: TransactionReceipt['status']) => ({ status, transactionHash: txHash }) as TransactionReceipt

// Its queries run on a server in `relay.test.ts`.
const { open } = stores('sqlite')

describe('operationPolicy', () => {
  async function stage(changes: Partial<RelayParts> = {}) {
    const store = await open()
    const limits = { addressUnitsPerDay: 100, globalUnitsPerDay: 100, networkSharePercent: 25 }
    const money = { addressDaily: 10_000_000n, globalDaily: 10_000_000n }
    const { admission } = testAdmission(store, { limits, money })
    const chain = stubChain()
    const parts: RelayParts = {
      store,
      admission,
      chain,
      // It signs nothing here.
      signer: { address: key } as RelayParts['signer'],
      ownAddresses: [],
      money: MONEY,
      sponsor: {} as RelayParts['sponsor'],
      holder: '',
      now: () => NOON + 3_000,
      elapsed: () => 0,
      log: silent,
      metrics,
      readFees: () => Promise.reject(new Error('No fees are read.')),
      balance: () => undefined,
      refreshBalance: async () => balanceOf(10n ** 12n),
      onSettled() {},
      timing: {} as RelayParts['timing'],
      onStep: undefined,
      ...changes,
    }
    const operations = new Operations(parts, () => {})
    const policy = operationPolicy(parts, operations)
    /** An operation of a state. */
    const admit = async (kind: OperationKind = 'gas', state: OperationState = 'queued', hold = 200_000n) => {
      const content = JSON.stringify({ to: testAddress(5), amount: `${seed}` })
      const result = await admission.admit(testRequest({ operation: { kind, chainId: chain.id, content }, hold }))
      if (!('operation' in result)) throw new Error(`refused: ${result.refused}`)
      await store.db.updateTable('operations').set({ state }).where('id', '=', result.operation.id).execute()
      return result.operation.id
    }
    const stateOf = async (id: string) => (await operations.read(id))?.state
    const endOf = async (id: string) => {
      const { state, outcome } = await admission.get(id)
      return [state, JSON.parse(outcome ?? 'null')]
    }
    return { store, admission, chain, policy, admit, stateOf, endOf }
  }

  const row = (operation_id: string | null, changes: Partial<TransactionRow> = {}) =>
    ({ hash: txHash, operation_id, ...changes }) as TransactionRow
  const mined = (jobId: string | undefined) => ({ rows: [], mined: { jobId, row: row(jobId ?? null), spent: 1n } })
  const minedAs = (status: TransactionReceipt['status'], kind: 'mined' | 'given_up' = 'mined'): JobEnd => {
    return { kind, receipt: receiptOf(status), spent: 700n, createdAt: NOON + 1_000 }
  }

  test('behavior: an operation is signed for once: its first bytes take it from the queue', async () => {
    const { store, policy, admit, stateOf } = await stage()
    const [id, other] = [await admit(), await admit()]
    const reserve = (...given: [TransactionRow, boolean]) => store.transaction((tx) => policy.reserve(tx, ...given))
    expect([await reserve(row(id), true), await stateOf(id)]).toEqual([undefined, 'prepared'])
    expect(await reserve(row(id), true)).toBeInstanceOf(NotQueuedError)
    // A replacement of the same nonce, and bytes that only use up a nonce.
    expect(await reserve(row(id), false)).toBeUndefined()
    expect(await reserve(row(other), false)).toBeUndefined()
    expect(await reserve(row(null), true)).toBeUndefined()
    expect([await stateOf(id), await stateOf(other)]).toEqual(['prepared', 'queued'])
  })

  test('behavior: what was sent or mined moves only forward, and never an operation that has ended', async () => {
    const { store, policy, admit, stateOf } = await stage()
    const moved = async (from: OperationState, by: 'recordSent' | 'recordEnded') => {
      const id = await admit('gas', from)
      await store.transaction((tx) =>
        by === 'recordSent' ? policy.recordSent(tx, id) : policy.recordEnded(tx, mined(id)),
      )
      return stateOf(id)
    }
    for (const state of ['queued', 'broadcast', 'mined', ...ENDS] as const)
      expect(await moved(state, 'recordSent')).toBe(state)
    expect(await moved('prepared', 'recordSent')).toBe('broadcast')
    for (const state of ['queued', 'mined', ...ENDS] as const) expect(await moved(state, 'recordEnded')).toBe(state)
    for (const state of ['prepared', 'broadcast'] as const) expect(await moved(state, 'recordEnded')).toBe('mined')
  })

  test('behavior: transactions that are dead, or of no operation, move none', async () => {
    const { store, policy, admit, stateOf } = await stage()
    const id = await admit('gas', 'broadcast')
    await store.transaction((tx) => policy.recordEnded(tx, { rows: [row(id)], mined: undefined }))
    await store.transaction((tx) => policy.recordEnded(tx, mined(undefined)))
    expect(await stateOf(id)).toBe('broadcast')
  })

  test('behavior: a transaction may cost what its operation holds, at most the ceiling, and nothing once it has ended', async () => {
    const { policy, admission, admit } = await stage()
    const most = MONEY.maxTransactionCost
    expect(await policy.readBudget(await admit('gas', 'broadcast', most - 1n))).toBe(most - 1n)
    expect(await policy.readBudget(await admit('gas', 'broadcast', most + 1n))).toBe(most)
    const ended = await admit()
    await admission.settle(ended, { state: 'final', outcome: '{}', units: 'charge', spent: 0n })
    expect(await policy.readBudget(ended)).toBeUndefined()
    expect(await policy.readBudget('unknown')).toBeUndefined()
  })

  test('behavior: a seed that was mined costs its gas and its value, one that reverted only its gas', async () => {
    const { store, policy, admit, endOf } = await stage()
    const id = await admit()
    await policy.settle(id, minedAs('success'))
    expect(await endOf(id)).toEqual(['final', { body: { txHash, amount: `${seed}` } }])
    expect(await readLedgers(store)).toMatchObject({ 'money global': `${seed + 700n} spent, 0 held` })
    const reverted = await admit()
    await policy.settle(reverted, minedAs('reverted'))
    expect(await endOf(reverted)).toEqual(['failed', { problem: 'upstream_unavailable', txHash }])
    expect(await readLedgers(store)).toMatchObject({
      'money global': `${seed + 1_400n} spent, 0 held`,
      'units global': '2 used, 0 held',
    })
  })

  test('behavior: an operation whose nonce was given up is refused, and its gas is spent but no unit', async () => {
    const { store, policy, admit, endOf } = await stage()
    const id = await admit()
    await policy.settle(id, minedAs('success', 'given_up'))
    expect(await endOf(id)).toEqual(['refused', { problem: 'fee_ceiling' }])
    expect(await readLedgers(store)).toMatchObject({
      'money global': '700 spent, 0 held',
      'units global': '0 used, 0 held',
    })
  })

  test('behavior: what an operation cost is counted, and how long it took to its end', async () => {
    const observed: unknown[] = []
    const counted: unknown[] = []
    let settled = 0
    const { policy, admit } = await stage({
      metrics: {
        ...metrics,
        observe: (...given) => observed.push(given),
        count: (...given) => counted.push(given),
      },
      onSettled: () => settled++,
    })
    await policy.settle(await admit(), minedAs('success'))
    await policy.settle(await admit(), { kind: 'refused', wouldCost: 1_000n, spent: 0n })
    const spends = counted.filter((given) => (given as unknown[])[0] === 'relay_spend_usdc_total')
    expect(spends).toEqual([
      ['relay_spend_usdc_total', { kind: 'gas' }, 0.0507],
      ['relay_spend_usdc_total', { kind: 'gas' }, 0],
    ])
    const total = ['relay_stage_duration_seconds', 3, { kind: 'gas', stage: 'total' }]
    expect(observed.filter((given) => JSON.stringify(given).includes('"total"'))).toEqual([total])
    // The balance is read again only where money has gone.
    expect(settled).toBe(1)
  })

  test('behavior: an end that is reported again changes nothing', async () => {
    const steps: unknown[] = []
    const observed: Parameters<RelayParts['metrics']['observe']>[] = []
    const { store, policy, admit, endOf } = await stage({
      metrics: { ...metrics, observe: (...given) => observed.push(given) },
      async onStep(...step) {
        steps.push(step)
      },
    })
    const id = await admit()
    await policy.settle(id, minedAs('success'))
    await policy.settle(id, minedAs('reverted'))
    await policy.settle('unknown', minedAs('success'))
    expect(await endOf(id)).toMatchObject(['final', {}])
    expect(await readLedgers(store)).toMatchObject({ 'money global': `${seed + 700n} spent, 0 held` })
    expect(steps).toEqual([['settling', id]])
    const took = observed.filter(([, , labels]) => labels?.stage === 'broadcast_to_mined')
    expect(took).toEqual(
      ['gas', 'gas', 'unknown'].map((kind) => [
        'relay_stage_duration_seconds',
        2,
        { kind, stage: 'broadcast_to_mined' },
      ]),
    )
  })

  test.each([
    ['of a relayer that cannot pay', 'gas', balanceOf(999n), { problem: 'relayer_depleted' }],
    ['of a seed', 'gas', balanceOf(1_000n), { problem: 'recipient_not_eligible', impossible: true }],
    ['of a seed, with an unknown balance', 'gas', undefined, { problem: 'recipient_not_eligible', impossible: true }],
    ['of a seed by a blocked relayer', 'gas', balanceOf(1_000n, true), { problem: 'upstream_unavailable' }],
    ['of anything else', 'create', balanceOf(1_000n), { problem: 'upstream_unavailable' }],
  ] as const)('behavior: the reason for a refusal by every endpoint %s', async (_, kind, balance, outcome) => {
    const refreshBalance = async () => balance ?? Promise.reject(new Error('The chain does not answer.'))
    const { store, policy, admit, endOf } = await stage({ refreshBalance })
    const id = await admit(kind)
    await policy.settle(id, { kind: 'refused', wouldCost: 1_000n, spent: 30n })
    expect(await endOf(id)).toEqual(['refused', outcome])
    expect(await readLedgers(store)).toMatchObject({
      'money global': '30 spent, 0 held',
      'units global': '0 used, 0 held',
    })
  })

  test('behavior: a nonce that another program used supersedes the operation, which costs nothing', async () => {
    const { store, policy, admit, endOf } = await stage()
    const id = await admit()
    await policy.settle(id, { kind: 'superseded' })
    expect(await endOf(id)).toEqual(['superseded', { problem: 'upstream_unavailable' }])
    expect(await readLedgers(store)).toMatchObject({
      'money global': '0 spent, 0 held',
      'units global': '0 used, 0 held',
    })
    await policy.settle('unknown', { kind: 'superseded' })
    await policy.settle('unknown', { kind: 'refused', wouldCost: 1n, spent: 0n })
  })

  test('behavior: the nonces whose end is still to be reported are those of this key, mined for open operations', async () => {
    const { store, chain, policy, admit } = await stage()
    const put = (nonce: number, operation_id: string | null, changes: Partial<TransactionRow> = {}) =>
      store.db
        .insertInto('transactions')
        .values({
          hash: `0x${nonce}`,
          chain_id: chain.id,
          sender: key.toLowerCase(),
          nonce,
          operation_id,
          raw: null,
          gas: 1,
          max_fee_wei: '1',
          tip_wei: '0',
          state: 'mined',
          block_number: 1,
          created_at: NOON,
          updated_at: NOON,
          ...changes,
        })
        .execute()
    await put(1, await admit('gas', 'mined'))
    await put(2, await admit('gas', 'final'))
    await put(3, await admit('gas', 'broadcast'))
    await put(4, await admit('gas', 'mined'), { sender: testAddress(1) })
    await put(5, await admit('gas', 'mined'), { chain_id: 1 })
    await put(6, null)
    expect(await policy.findUnsettled(store.db)).toEqual([1])
  })
})
