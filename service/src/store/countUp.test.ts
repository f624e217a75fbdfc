import { expect, test } from 'vitest'
import { describeStores } from '../../test/stores.js'
import { countUp, HOUR_MS, hourOf, secondsToNextHour } from './countUp.js'

describeStores('countUp', ({ open }) => {
  test('behavior: concurrent callers get no more than the limit; buckets and scopes are counted separately', async () => {
    const store = await open()
    const count = (scope: string, bucket: number, limit?: number) => countUp(store, { scope, bucket, limit })
    const counted = await Promise.all(Array.from({ length: 8 }, () => count('a', 1, 3)))
    expect(counted.filter(Boolean)).toHaveLength(3)
    expect(await Promise.all([count('a', 2, 3), count('b', 1, 3), count('a', 1)])).toEqual([true, true, true])
    expect(await count('a', 1, 3)).toBe(false)
  })

  test('behavior: an hour ends with its last millisecond', () => {
    expect([hourOf(HOUR_MS - 1), hourOf(HOUR_MS)]).toEqual([0, 1])
    expect([secondsToNextHour(HOUR_MS - 1), secondsToNextHour(HOUR_MS)]).toEqual([1, 3600])
  })
})
