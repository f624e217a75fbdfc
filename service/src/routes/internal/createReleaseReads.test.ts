import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RETRY_AFTER_MS } from './carryOut.js'
import { createReleaseReads } from './createReleaseReads.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const notPending = { kind: 'unavailable', reason: 'not_pending' } as const

test('behavior: requests for one claim share a read until callers should ask again; other claims have their own', async () => {
  const reads = createReleaseReads()
  const read = vi.fn(async () => undefined)
  const other = vi.fn(async () => notPending)
  expect(await Promise.all(Array.from({ length: 100 }, () => reads('one', read)))).toEqual(Array(100).fill(undefined))
  expect(await reads('other', other)).toEqual(notPending)
  await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS - 1)
  await reads('one', read)
  expect([read, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(1)
  read.mockImplementation(async () => notPending as never)
  expect(await reads('one', read)).toEqual(notPending)
  expect(read).toHaveBeenCalledTimes(2)
  await vi.runAllTimersAsync()
  expect(vi.getTimerCount()).toBe(0)
})

test('behavior: a slow read is not begun again, however long it takes', async () => {
  const reads = createReleaseReads()
  let end = () => {}
  const read = vi.fn(() => new Promise<undefined>((resolve) => (end = () => resolve(undefined))))
  const waiting = [reads('one', read)]
  await vi.advanceTimersByTimeAsync(10 * RETRY_AFTER_MS)
  waiting.push(reads('one', read))
  end()
  expect(await Promise.all(waiting)).toEqual([undefined, undefined])
  expect(read).toHaveBeenCalledTimes(1)
})

test('error: a read that fails leaves the outcome unknown, and is shared as well', async () => {
  const reads = createReleaseReads()
  const read = vi.fn(async () => {
    throw new Error('no endpoint answers')
  })
  expect(await Promise.all([reads('one', read), reads('one', read)])).toEqual([
    { kind: 'unknown' },
    { kind: 'unknown' },
  ])
  expect(await reads('one', read)).toEqual({ kind: 'unknown' })
  expect(read).toHaveBeenCalledTimes(1)
})
