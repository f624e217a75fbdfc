import { getEventListeners } from 'node:events'
import { expect, test, vi } from 'vitest'
import { testAdmission, testRequest } from '../../../test/admission.js'
import { stores } from '../../../test/stores.js'
import { createWaiters } from './waiters.js'

const { open } = stores('sqlite')

test('behavior: a request that has its answer leaves nothing on its signal', async () => {
  const { admission } = testAdmission(await open())
  const { signal } = new AbortController()
  const result = await admission.admit(testRequest())
  if (!('operation' in result)) throw new Error('refused')
  const { id } = result.operation
  const listeners = () => getEventListeners(signal, 'abort').length
  const waiting = admission.wait(id, { waitMs: 30_000, signal })
  expect(listeners()).toBe(1)
  await admission.settle(id, { state: 'final', outcome: '{}', units: 'charge', spent: 0n })
  await waiting
  expect(listeners()).toBe(0)
  await admission.wait(id, { waitMs: 30_000, signal })
  expect(listeners()).toBe(0)
  await expect(admission.wait('nothing', { waitMs: 30_000, signal })).rejects.toThrow('There is no operation nothing.')
  expect(listeners()).toBe(0)
})

test('behavior: one that stops waiting leaves the others of the same operation waiting', async () => {
  const store = await open()
  const { admission } = testAdmission(store)
  const result = await admission.admit(testRequest())
  if (!('operation' in result)) throw new Error('refused')
  const { operation } = result
  const waiters = createWaiters({ store, pollMs: 250 })
  const { signal } = new AbortController()
  const [gone, patient] = [30_000, 2_000].map((waitMs) => waiters.wait(operation.id, { waitMs, signal }))
  gone?.stop()
  expect(await gone?.outcome).toBeUndefined()
  // One that has stopped before others came leaves them waiting too, however often it stops.
  const alone = waiters.wait('another', { waitMs: 30_000, signal })
  alone.stop()
  const later = waiters.wait('another', { waitMs: 2_000, signal })
  alone.stop()
  waiters.notify({ ...operation, id: 'another' })
  expect(await later.outcome).toMatchObject({ id: 'another' })
  waiters.notify({ ...operation, state: 'final' })
  expect(await patient?.outcome).toMatchObject({ id: operation.id, state: 'final' })
})

test('behavior: an end in this process is reported at once, and not by the next look at the store', async () => {
  const { admission } = testAdmission(await open())
  const result = await admission.admit(testRequest())
  if (!('operation' in result)) throw new Error('refused')
  const { id } = result.operation
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const outcomes: unknown[] = []
    const waiting = admission.wait(id, { waitMs: 30_000, signal: new AbortController().signal })
    void waiting.then(({ state }) => outcomes.push(state))
    // It has looked once by then.
    await admission.get(id)
    await admission.settle(id, { state: 'final', outcome: '{}', units: 'charge', spent: 0n })
    await new Promise((resolve) => setImmediate(resolve))
    expect(outcomes).toEqual(['final'])
  } finally {
    vi.useRealTimers()
  }
})

test('behavior: the store is not asked once nothing waits', async () => {
  const store = await open()
  const queries = vi.spyOn(store.db, 'selectFrom')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const waiting = createWaiters({ store, pollMs: 250 }).wait('an-id', {
      waitMs: 30_000,
      signal: new AbortController().signal,
    })
    waiting.stop()
    await vi.advanceTimersByTimeAsync(1_000)
    expect([queries.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0])
  } finally {
    vi.useRealTimers()
  }
})
