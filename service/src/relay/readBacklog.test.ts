import { expect, test } from 'vitest'
import { NOON, testAdmission, testRequest } from '../../test/admission.js'
import { stores } from '../../test/stores.js'
import type { OperationState } from '../store/Database.js'
import { readBacklog } from './readBacklog.js'

const { open } = stores('sqlite')

test('the unfinished operations of each chain: those in the queue, and the age of the oldest', async () => {
  const store = await open()
  const limits = { addressUnitsPerDay: 100, globalUnitsPerDay: 100, networkSharePercent: 25 }
  const { admission } = testAdmission(store, { limits })
  const add = async (chain_id: number, state: OperationState, created_at: number) => {
    const result = await admission.admit(testRequest())
    if (!('operation' in result)) throw new Error(`refused: ${result.refused}`)
    const changes = { chain_id, state, created_at }
    await store.db.updateTable('operations').set(changes).where('id', '=', result.operation.id).execute()
  }
  await add(1, 'queued', NOON - 7_000)
  await add(1, 'queued', NOON - 9_000)
  await add(1, 'broadcast', NOON - 12_000)
  await add(1, 'final', NOON - 90_000)
  await add(2, 'mined', NOON - 3_000)
  await add(3, 'queued', NOON + 5_000)
  expect(await readBacklog(store, [1, 2, 3, 4], NOON)).toEqual([
    { chain: 1, queued: 2, oldestSeconds: 12 },
    { chain: 2, queued: 0, oldestSeconds: 3 },
    // By the clock of another instance it is younger than now.
    { chain: 3, queued: 1, oldestSeconds: 0 },
    { chain: 4, queued: 0, oldestSeconds: 0 },
  ])
})
