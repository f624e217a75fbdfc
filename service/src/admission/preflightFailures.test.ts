import { expect, test } from 'vitest'
import { NOON, testAddress } from '../../test/admission.js'
import { describeStores } from '../../test/stores.js'
import { createPreflightFailures } from './preflightFailures.js'

const hourMs = 3_600_000

describeStores('createPreflightFailures', ({ open }) => {
  test('behavior: an address with too many failures in an hour must wait', async () => {
    const store = await open()
    let now = NOON
    const failures = createPreflightFailures({ store, limits: { preflightFailuresPerHour: 4 }, now: () => now })
    const address = testAddress(0xabc)
    expect(await failures.retryAfterSeconds(address)).toBeUndefined()
    await Promise.all(Array.from({ length: 3 }, () => failures.count(address)))
    expect(await failures.retryAfterSeconds(address)).toBeUndefined()
    await failures.count(address.toUpperCase().replace('0X', '0x'))
    expect(await failures.retryAfterSeconds(address)).toBe(3600)
    expect(await failures.retryAfterSeconds(testAddress(1))).toBeUndefined()
    now = NOON + hourMs - 500
    expect(await failures.retryAfterSeconds(address)).toBe(1)
    now = NOON + hourMs
    expect(await failures.retryAfterSeconds(address)).toBe(3600)
    now = NOON + hourMs * 1.25
    expect(await failures.retryAfterSeconds(address)).toBeUndefined()
    await failures.count(address)
    expect(await failures.retryAfterSeconds(address)).toBe(2700)
    now = NOON + hourMs * 3
    await failures.count(address)
    expect(await store.db.selectFrom('counters').selectAll().execute()).toHaveLength(1)
  })
})
