import { expect, test } from 'vitest'
import { describeStores } from '../../test/stores.js'
import { createAudit } from '../audit/createAudit.js'
import { verifyAuditStore } from '../audit/verifyAuditStore.js'
import type { Database } from '../store/Database.js'
import type { Store } from '../store/Store.js'
import { createRetention } from './createRetention.js'

const dayMs = 86_400_000
/** Long after all rows. */
const now = 20_000 * dayMs
const old = now - 31 * dayMs
const young = now - 29 * dayMs
const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }

function retentionOf(store: Store, clock = { now: now }, options?: createRetention.Options) {
  const config = { retention: { auditDays: 365, endedDays: 30 } }
  return createRetention({ store, config, log: silent, now: () => clock.now }, options)
}

let made = 0
function operation(changes: Partial<Database['operations']>): Database['operations'] {
  const id = `operation ${++made}`
  return {
    id,
    key: id,
    current: 1,
    kind: 'claim',
    chain_id: 1,
    state: 'final',
    content: null,
    content_hash: '0x',
    requester: '0x',
    request_digest: '0x',
    network: null,
    day: 0,
    units: 1,
    held: 0,
    spent: 0,
    outcome: null,
    created_at: old,
    updated_at: old,
    ...changes,
  }
}
function transaction(changes: Partial<Database['transactions']>): Database['transactions'] {
  return {
    hash: `0x${++made}`,
    chain_id: 1,
    sender: '0x01',
    nonce: made,
    operation_id: null,
    raw: null,
    gas: 1,
    max_fee_wei: '1',
    tip_wei: '1',
    state: 'mined',
    block_number: 1,
    created_at: old,
    updated_at: old,
    ...changes,
  }
}

describeStores('retention', ({ open }) => {
  test('default: operations 30 days after their end; open ones and seeds never', async () => {
    const store = await open()
    const kept = [
      operation({ updated_at: young }),
      operation({ kind: 'gas' }),
      operation({ state: 'queued' }),
      operation({ state: 'broadcast' }),
    ]
    const gone = [
      operation({}),
      operation({ state: 'refused' }),
      operation({ state: 'superseded' }),
      operation({ kind: 'gas', state: 'failed' }),
    ]
    await store.db
      .insertInto('operations')
      .values([...kept, ...gone])
      .execute()
    await retentionOf(store).prune()
    const left = (await store.db.selectFrom('operations').select('id').execute()).map(({ id }) => id)
    expect(left.sort()).toEqual(kept.map(({ id }) => id).sort())
  })

  test('behavior: impossible requests leave no rows for longer than an hour', async () => {
    const store = await open()
    const [recent, past] = [now - 3_500_000, now - 3_700_000]
    const kept = [
      operation({ state: 'refused', updated_at: recent }),
      operation({ state: 'failed', spent: 5, updated_at: past }),
      operation({ updated_at: past }),
    ]
    const gone = [operation({ state: 'refused', updated_at: past }), operation({ state: 'refused', updated_at: old })]
    await store.db
      .insertInto('operations')
      .values([...kept, ...gone])
      .execute()
    const day = Math.floor(now / dayMs)
    const quotas = [
      { day, scope: 'address:0x01', used: 0, held: 0 },
      { day, scope: 'address:0x02', used: 1, held: 0 },
      { day, scope: 'address:0x03', used: 0, held: 1 },
    ]
    await store.db.insertInto('quotas').values(quotas).execute()
    await retentionOf(store).prune()
    const left = (await store.db.selectFrom('operations').select('id').execute()).map(({ id }) => id)
    expect(left.sort()).toEqual(kept.map(({ id }) => id).sort())
    const scopes = (await store.db.selectFrom('quotas').select('scope').orderBy('scope').execute()).map(
      ({ scope }) => scope,
    )
    expect(scopes).toEqual(['address:0x02', 'address:0x03'])
  })

  test('behavior: transactions are deleted only when neither their operation nor their nonce can still have an effect', async () => {
    const store = await open()
    const [under, seed, ended] = [operation({ state: 'mined' }), operation({ kind: 'gas' }), operation({})]
    await store.db.insertInto('operations').values([under, seed, ended]).execute()
    const kept = [
      transaction({ updated_at: young }),
      transaction({ state: 'prepared' }),
      transaction({ state: 'broadcast', nonce: 7 }),
      // Given up for the one before, which the chain has not mined yet.
      transaction({ state: 'dead', nonce: 7 }),
      transaction({ operation_id: under.id }),
    ]
    const gone = [
      transaction({}),
      transaction({ state: 'dead' }),
      // The same nonce of another key, and of another chain.
      transaction({ state: 'dead', nonce: 7, sender: '0x02' }),
      transaction({ state: 'dead', nonce: 7, chain_id: 2 }),
      transaction({ operation_id: ended.id }),
      transaction({ operation_id: seed.id }),
      transaction({ operation_id: 'long forgotten' }),
    ]
    await store.db
      .insertInto('transactions')
      .values([...kept, ...gone])
      .execute()
    const sender = { chain_id: 1, address: '0x01', next_nonce: 8, stopped_by: '0x09' }
    await store.db.insertInto('senders').values(sender).execute()
    const made = (hash: string, operation_id: string, created_at = old) =>
      ({ hash, operation_id, state: 'mined', created_at }) as const
    const userOperations = [made('a', under.id), made('b', seed.id), made('c', 'none'), made('d', 'none', young)]
    await store.db.insertInto('user_operations').values(userOperations).execute()
    await retentionOf(store).prune()
    const hashes = async (table: 'transactions' | 'user_operations') =>
      (await store.db.selectFrom(table).select('hash').execute()).map(({ hash }) => hash).sort()
    expect(await hashes('transactions')).toEqual(kept.map(({ hash }) => hash).sort())
    expect(await hashes('user_operations')).toEqual(['a', 'd'])
    expect(await store.db.selectFrom('senders').selectAll().execute()).toEqual([sender])
  })

  test('behavior: signatures are deleted 30 days after the end of their box, those with an unknown end never', async () => {
    const store = await open()
    const signed = (digest: string, ends_at: number | null) => ({
      chain_id: 1,
      account: '0x01',
      nonce: '0',
      digest,
      sealed: 'x',
      created_at: 0,
      ends_at,
    })
    const rows = [signed('old', old), signed('young', young), signed('open', now + dayMs), signed('unknown', null)]
    await store.db.insertInto('signatures').values(rows).execute()
    await retentionOf(store).prune()
    const left = await store.db.selectFrom('signatures').select('digest').orderBy('digest').execute()
    expect(left.map(({ digest }) => digest)).toEqual(['open', 'unknown', 'young'])
  })

  test('behavior: days with holds are kept; counts that no window reaches are deleted', async () => {
    const store = await open()
    const [oldDay, youngDay] = [old / dayMs, young / dayMs]
    const days = [
      { day: oldDay, scope: 'global', held: 0 },
      { day: oldDay, scope: 'address:0x01', held: 1 },
      { day: youngDay, scope: 'global', held: 0 },
    ]
    await store.db
      .insertInto('quotas')
      .values(days.map((row) => ({ ...row, used: 1 })))
      .execute()
    await store.db
      .insertInto('spending')
      .values(days.map((row) => ({ ...row, spent: 1 })))
      .execute()
    const hour = now / 3_600_000
    const counts = [hour, hour - 1, hour - 3].map((bucket) => ({ scope: 'preflight:0x01', bucket, count: 1 }))
    await store.db.insertInto('counters').values(counts).execute()
    await retentionOf(store).prune()
    for (const table of ['quotas', 'spending'] as const)
      expect(await store.db.selectFrom(table).select(['day', 'scope']).orderBy('day').execute()).toEqual([
        { day: oldDay, scope: 'address:0x01' },
        { day: youngDay, scope: 'global' },
      ])
    expect(await store.db.selectFrom('counters').select('bucket').orderBy('bucket').execute()).toEqual([
      { bucket: hour - 1 },
      { bucket: hour },
    ])
  })

  test('behavior: the audit keeps a year, also after later changes of the clock', async () => {
    const store = await open()
    const clock = { now: 0 }
    const audit = createAudit({ store, now: () => clock.now, config: { instanceId: 'a' } })
    for (const day of [0, 1, 2, 3]) {
      clock.now = day * dayMs
      await audit.append({ kind: 'veto', body: { day } })
    }
    const retention = retentionOf(store, clock)
    const rows = async () => (await verifyAuditStore(store)).chains.map(({ rows, faults }) => [rows, faults.length])
    clock.now = 365 * dayMs
    await retention.prune()
    expect(await rows()).toEqual([[4, 0]])
    clock.now = 367 * dayMs
    await retention.prune()
    expect(await rows()).toEqual([[2, 0]])
    await audit.append({ kind: 'veto', body: { day: 367 } })
    clock.now = 0
    await retention.prune()
    expect(await rows()).toEqual([[3, 0]])
    expect((await verifyAuditStore(store)).ok).toBe(true)
  })

  test('behavior: far more rows than one step deletes, while another instance prunes as well', async () => {
    const store = await open()
    for (let times = 0; times < 3; times++)
      await store.db
        .insertInto('transactions')
        .values(Array.from({ length: 1_000 }, () => transaction({})))
        .execute()
    await Promise.all([retentionOf(store).prune(), retentionOf(store).prune()])
    expect(await store.db.selectFrom('transactions').select('hash').execute()).toEqual([])
  })

  test('behavior: once started, it prunes by itself, and stops', async () => {
    const store = await open()
    await store.db.insertInto('operations').values(operation({})).execute()
    const retention = retentionOf(store, { now: now }, { firstMs: 0 })
    retention.start()
    retention.start()
    await expect.poll(() => store.db.selectFrom('operations').select('id').execute()).toEqual([])
    await retention.stop()
  })
})
