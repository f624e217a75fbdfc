import { expect, test } from 'vitest'
import { describeStores } from '../../test/stores.js'
import type { Store } from '../store/Store.js'
import { createAudit } from './createAudit.js'
import { pruneAudit } from './pruneAudit.js'
import { verifyAuditStore } from './verifyAuditStore.js'

describeStores('a pruned audit', ({ open }) => {
  /** Rows of one instance, one for each time. */
  async function write(store: Store, instanceId: string, times: readonly number[]) {
    let time = 0
    const audit = createAudit({ store, now: () => time, config: { instanceId } })
    for (time of times) await audit.append({ kind: 'veto', body: { time } })
    return audit
  }
  const count = async (store: Store, instance: string) =>
    (await store.db.selectFrom('audit').select('seq').where('instance', '=', instance).execute()).length

  test('default: deletes old rows; the rest verifies and continues', async () => {
    const store = await open()
    await write(store, 'a', [1, 2, 3, 4, 5])
    await write(store, 'gone', [1, 2, 3])
    const { chains } = await verifyAuditStore(store)
    const heads = Object.fromEntries(chains.map(({ instance, head }) => [instance, head]))
    expect(await pruneAudit(store, 4)).toBe(5)
    expect([await count(store, 'a'), await count(store, 'gone')]).toEqual([2, 1])
    expect(await pruneAudit(store, 4)).toBe(0)
    // A running writer does not need to know of the pruning, and neither does one that starts afterwards.
    await write(store, 'a', [6])
    const report = await verifyAuditStore(store, { heads, pageSize: 1 })
    expect(report).toMatchObject({ ok: true, chains: [{ rows: 3, head: { seq: 6 }, faults: [] }, { rows: 1 }] })
    expect(await pruneAudit(store, 100)).toBe(2)
    await write(store, 'a', [7])
    expect(await verifyAuditStore(store, { heads: {} })).toMatchObject({ ok: true, chains: [{ rows: 2 }, { rows: 1 }] })
  })

  test('behavior: more rows than one step deletes, repeatedly', async () => {
    const store = await open()
    const audit = createAudit({ store, now: () => 1, config: { instanceId: 'a' } })
    await Promise.all(Array.from({ length: 2_500 }, (_, index) => audit.append({ kind: 'veto', body: { index } })))
    expect(await pruneAudit(store, 2)).toBe(2_499)
    expect(await verifyAuditStore(store)).toMatchObject({ ok: true, chains: [{ rows: 1, head: { seq: 2_500 } }] })
  })

  test('error: detects rows that were cut off too early, and beginnings that do not match', async () => {
    const store = await open()
    await write(store, 'a', [1, 2, 3, 4, 5])
    const early = (await verifyAuditStore(store)).chains[0]?.head
    await write(store, 'a', [6, 7])
    await pruneAudit(store, 6)
    const heads = { a: early ?? { seq: 0, hash: '' } }
    // The row of the head is gone. That is correct only if it was old enough to be deleted.
    expect(await verifyAuditStore(store, { heads })).toMatchObject({ ok: false, chains: [{ holdsHead: false }] })
    expect(await verifyAuditStore(store, { heads, keptSince: 5 })).toMatchObject({ ok: false })
    expect(await verifyAuditStore(store, { heads, keptSince: 6 })).toMatchObject({ ok: true })
    const other = { a: { seq: 5, hash: '0x00', time: 5 } }
    expect(await verifyAuditStore(store, { heads: other, keptSince: 6 })).toMatchObject({ ok: false })

    await store.db.updateTable('audit_checkpoints').set({ hash: '0x00' }).execute()
    expect((await verifyAuditStore(store)).chains).toMatchObject([{ faults: [{ seq: 6, fault: 'unlinked' }] }])
    await store.db.updateTable('audit_checkpoints').set({ seq: 3 }).execute()
    expect((await verifyAuditStore(store)).chains).toMatchObject([{ faults: [{ seq: 4, fault: 'removed', count: 2 }] }])
    await store.db.deleteFrom('audit').execute()
    expect((await verifyAuditStore(store)).chains).toMatchObject([{ faults: [{ seq: 4, fault: 'removed' }] }])
    await store.db.deleteFrom('audit_checkpoints').execute()
    expect((await verifyAuditStore(store, { heads })).ok).toBe(false)
  })

  test('behavior: reports signatures and operations without a row, unless pruned', async () => {
    const store = await open()
    await write(store, 'a', [10, 20])
    const place = { chain_id: 1, account: '0x01', nonce: '0', sealed: 'x', ends_at: null }
    await store.db
      .insertInto('signatures')
      .values({ ...place, digest: '0x02', created_at: 10 })
      .execute()
    const operation = {
      ...({ id: 'one', key: 'k', current: 1, kind: 'claim', chain_id: 1, state: 'final', content: null } as const),
      content_hash: '0x',
      requester: '0x',
      request_digest: '0x',
      network: null,
      day: 0,
      units: 1,
      held: 0,
      spent: 5,
      outcome: '{}',
      created_at: 5,
      updated_at: 10,
    }
    await store.db.insertInto('operations').values(operation).execute()
    expect(await verifyAuditStore(store)).toMatchObject({ ok: false, unrecordedSignatures: 1, unrecordedOperations: 1 })
    await pruneAudit(store, 15)
    expect(await verifyAuditStore(store)).toMatchObject({ ok: true })
    await store.db.updateTable('operations').set({ updated_at: 11 }).execute()
    expect(await verifyAuditStore(store)).toMatchObject({ ok: false, unrecordedSignatures: 0, unrecordedOperations: 1 })
  })
})
