import { expect, test } from 'vitest'
import { describeStores } from '../../test/stores.js'
import type { Store } from '../store/Store.js'
import { StoreUnavailableError } from '../store/StoreErrors.js'
import { createAudit } from './createAudit.js'
import { verifyAuditStore } from './verifyAuditStore.js'

const auditOf = (store: Store, instanceId = 'a', now: () => number = Date.now) =>
  createAudit({ store, now, config: { instanceId } })
const event = (body: string) => ({ kind: 'sign', body: { body } }) as const

describeStores('audit', ({ open, settings }) => {
  test('default: 200 events at once form one chain, in order of arrival, in few commits', async () => {
    const store = await open()
    const { transaction } = store
    let commits = 0
    store.transaction = (...given) => {
      commits++
      return transaction(...given)
    }
    const audit = auditOf(store)
    await Promise.all(Array.from({ length: 200 }, (_, index) => audit.append(event(`${index}`))))
    const rows = await store.db.selectFrom('audit').select(['seq', 'body']).orderBy('seq').execute()
    expect(rows).toEqual(Array.from({ length: 200 }, (_, index) => ({ seq: index + 1, body: `{"body":"${index}"}` })))
    expect(commits).toBeLessThan(5)
    expect(await verifyAuditStore(store, { pageSize: 7 })).toMatchObject({ ok: true, chains: [{ rows: 200 }] })
  })

  test('behavior: continues after a restart, and its times never decrease', async () => {
    const where = await settings()
    const store = await open(where)
    await auditOf(store, 'a', () => 5_000).append(event('one'))
    await store.close()
    const again = await open(where)
    await auditOf(again, 'a', () => 4_000).append(event('two'))
    expect(await again.db.selectFrom('audit').select(['seq', 'time']).orderBy('seq').execute()).toEqual([
      { seq: 1, time: 5_000 },
      { seq: 2, time: 5_000 },
    ])
    expect((await verifyAuditStore(again)).ok).toBe(true)
  })

  test('behavior: each instance has its own chain; two of the same name share one chain', async () => {
    const store = await open()
    const audits = [auditOf(store), auditOf(store, 'b'), auditOf(store)]
    for (let round = 0; round < 5; round++)
      await Promise.all(audits.map((audit, index) => audit.append(event(`${round} ${index}`))))
    const report = await verifyAuditStore(store)
    expect(report).toMatchObject({
      ok: true,
      chains: [
        { instance: 'a', rows: 10 },
        { instance: 'b', rows: 5 },
      ],
    })
  })

  test('error: a writer that fails does not affect other entries', async () => {
    const store = await open()
    const audit = auditOf(store)
    const writer = async (_: unknown, values: readonly number[]) => {
      if (values.includes(3)) throw new Error('three')
      return values.map((value) => value * 2)
    }
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map((value) => audit.appendWith(event(`${value}`), writer, value)),
    )
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
      2,
      4,
      'failed',
      8,
    ])
    expect((await verifyAuditStore(store)).chains).toMatchObject([{ rows: 3, faults: [] }])
  })

  test('error: a store that fails before and after it has written', async () => {
    const store = await open()
    const audit = auditOf(store)
    const { transaction } = store
    store.transaction = () => Promise.reject(new StoreUnavailableError())
    await expect(audit.append(event('one'))).rejects.toBeInstanceOf(StoreUnavailableError)
    store.transaction = async (...given) => {
      await transaction(...given)
      throw new StoreUnavailableError()
    }
    await expect(audit.append(event('two'))).rejects.toBeInstanceOf(StoreUnavailableError)
    store.transaction = transaction
    await audit.append(event('three'))
    expect(await verifyAuditStore(store)).toMatchObject({ ok: true, chains: [{ rows: 2 }] })
  })

  test('error: detects rows that were changed, removed or cut off in the store', async () => {
    const store = await open()
    const audit = auditOf(store)
    for (const text of ['one', 'two', 'three', 'four']) await audit.append(event(text))
    const { chains } = await verifyAuditStore(store)
    const heads = { a: chains[0]?.head ?? { seq: 0, hash: '' } }
    await store.db.updateTable('audit').set({ body: '{"body":"six"}' }).where('seq', '=', 2).execute()
    await store.db.deleteFrom('audit').where('seq', '=', 3).execute()
    expect((await verifyAuditStore(store, { pageSize: 2 })).chains).toMatchObject([
      {
        faults: [
          { seq: 2, fault: 'changed' },
          { seq: 3, fault: 'removed', count: 1 },
        ],
      },
    ])
    await store.db.deleteFrom('audit').where('seq', '>', 1).execute()
    expect(await verifyAuditStore(store)).toMatchObject({ ok: true })
    expect(await verifyAuditStore(store, { heads })).toMatchObject({ ok: false, chains: [{ holdsHead: false }] })
    await store.db.deleteFrom('audit').execute()
    expect(await verifyAuditStore(store, { heads })).toMatchObject({
      ok: false,
      chains: [{ rows: 0, holdsHead: false }],
    })
  })
})
