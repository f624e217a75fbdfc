import { expect, test } from 'vitest'
import { describeStores } from '../../test/stores.js'
import { acquireLease, assertLease, type Lease, releaseLease, renewLease } from './lease.js'
import type { Store } from './Store.js'
import { LeaseLostError } from './StoreErrors.js'

const acquire = async (store: Store, holder: string, now: number): Promise<Lease> => {
  const lease = await acquireLease(store, 'scan', holder, 1000, now)
  if (!lease) throw new Error('held by another holder')
  return lease
}

describeStores('leases', ({ open, settings, kind }) => {
  test('default', async () => {
    const store = await open()
    const lease = await acquire(store, 'a', 5000)
    expect(lease).toEqual({ name: 'scan', holder: 'a', fence: 1, expiresAt: 6000 })
    expect(await acquireLease(store, 'other', 'b', 1000, 5000)).toMatchObject({ name: 'other', fence: 1 })
  })

  test('behavior: one holder at a time, also against itself', async () => {
    const store = await open()
    await acquire(store, 'a', 5000)
    expect(await acquireLease(store, 'scan', 'b', 1000, 5999)).toBeUndefined()
    expect(await acquireLease(store, 'scan', 'a', 1000, 5999)).toBeUndefined()
  })

  test('behavior: of many concurrent callers one gets it', async () => {
    const given = await settings()
    const all = [await open(given)]
    if (kind === 'postgres') all.push(await open(given), await open(given))
    const asked = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        acquireLease(all[index % all.length] as Store, 'scan', `${index}`, 9, 1),
      ),
    )
    expect(asked.filter((lease) => lease !== undefined)).toHaveLength(1)
  })

  test('behavior: the fence grows with each new holder', async () => {
    const store = await open()
    const first = await acquire(store, 'a', 5000)
    const second = await acquire(store, 'b', 6000)
    await releaseLease(store, second)
    const third = await acquire(store, 'a', 6001)
    expect([first.fence, second.fence, third.fence]).toEqual([1, 2, 3])
  })

  test('behavior: renewing keeps it, until it has expired', async () => {
    const store = await open()
    const lease = await acquire(store, 'a', 5000)
    const renewed = await renewLease(store, lease, 1000, 5500)
    expect(renewed).toEqual({ ...lease, expiresAt: 6500 })
    expect(await acquireLease(store, 'scan', 'b', 1000, 6499)).toBeUndefined()
    expect(await renewLease(store, lease, 1000, 6500)).toBeUndefined()
  })

  test('behavior: a holder that lost it can neither renew nor release it', async () => {
    const store = await open()
    const lost = await acquire(store, 'a', 5000)
    const held = await acquire(store, 'b', 6000)
    expect(await renewLease(store, lost, 1000, 6001)).toBeUndefined()
    await releaseLease(store, lost)
    expect(await renewLease(store, held, 1000, 6002)).toBeDefined()
  })

  test('behavior: a transaction is only committed while the lease is held', async () => {
    const store = await open()
    const lease = await acquire(store, 'a', 5000)
    const work = (now: number) =>
      store.transaction(async (tx) => {
        await tx.insertInto('counters').values({ scope: 'a', bucket: now, count: 1 }).execute()
        await assertLease(tx, lease, now)
      })
    await work(5500)
    await acquire(store, 'b', 6000)
    await expect(work(6001)).rejects.toThrow(LeaseLostError)
    expect(await store.db.selectFrom('counters').select('bucket').execute()).toEqual([{ bucket: 5500 }])
  })
})
