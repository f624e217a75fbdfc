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
    expect(await failures.retryAfterSeconds(address)).toBe(3601)
    expect(await failures.retryAfterSeconds(testAddress(1))).toBeUndefined()
    now = NOON + hourMs - 500
    expect(await failures.retryAfterSeconds(address)).toBe(1)
    now = NOON + hourMs
    expect(await failures.retryAfterSeconds(address)).toBe(1)
    now = NOON + hourMs * 1.25
    expect(await failures.retryAfterSeconds(address)).toBeUndefined()
    await failures.count(address)
    expect(await failures.retryAfterSeconds(address)).toBe(1)
    now = NOON + hourMs * 3
    await failures.count(address)
    expect(await store.db.selectFrom('counters').selectAll().execute()).toHaveLength(1)
  })

  test('behavior: after the time that it names an address may continue, and not before', async () => {
    const store = await open()
    let now = NOON + 600_000
    const failures = createPreflightFailures({ store, limits: { preflightFailuresPerHour: 4 }, now: () => now })
    const address = testAddress(0xabc)
    // More than the limit: requests that were in progress at the same time.
    for (let count = 0; count < 10; count++) await failures.count(address)
    const seconds = (await failures.retryAfterSeconds(address)) ?? 0
    now += (seconds - 2) * 1000
    expect(await failures.retryAfterSeconds(address)).toBeDefined()
    now += 2000
    expect(await failures.retryAfterSeconds(address)).toBeUndefined()
    await failures.count(address)
    const again = (await failures.retryAfterSeconds(address)) ?? 0
    expect(again).toBeLessThan(900)
    now += again * 1000
    expect(await failures.retryAfterSeconds(address)).toBeUndefined()
  })
})
