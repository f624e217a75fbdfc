import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { testAdmission, testRequest } from '../../../test/admission.js'
import { stores } from '../../../test/stores.js'

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
