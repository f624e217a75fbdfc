import { expect, test, vi } from 'vitest'
import { NOON, testAdmission, testRequest } from '../../test/admission.js'
import { stores } from '../../test/stores.js'
import type { Store } from '../store/Store.js'
import { StoreUnavailableError } from '../store/StoreErrors.js'
import type { Log } from '../telemetry/Telemetry.js'
import { createAdmission, OperationNotFoundError } from './createAdmission.js'
import { LedgerMovedError } from './internal/ledger.js'

const { open } = stores('sqlite')

/** Makes the next transactions of a store fail, and counts all of them. */
function failing(store: Store, errors: Error[]) {
  const { transaction } = store
  const counted = { transactions: 0 }
  store.transaction = (...given) => {
    counted.transactions++
    const error = errors.shift()
    return error ? Promise.reject(error) : transaction(...given)
  }
  return counted
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
const moved = () => new LedgerMovedError('A limit of quotas is reached.')

test('error: an unavailable store fails all requests of a batch, without trying each of them', async () => {
  const store = await open()
  const counted = failing(store, [new StoreUnavailableError()])
  const { admission } = testAdmission(store)
  const results = await Promise.allSettled([1, 2, 3].map(() => admission.admit(testRequest())))
  expect(results.map((result) => result.status === 'rejected' && result.reason)).toEqual(
    Array.from({ length: 3 }, () => new StoreUnavailableError()),
  )
  expect(counted.transactions).toBe(1)
  expect(await admission.admit(testRequest())).toMatchObject({ admitted: 'new' })
})

test('error: any other error is that of one request, and the rest of the batch is decided', async () => {
  const store = await open()
  // The batch, then the first request by itself.
  const counted = failing(store, [new Error('one'), new Error('one')])
  const { admission } = testAdmission(store)
  const results = await Promise.allSettled([1, 2, 3].map(() => admission.admit(testRequest())))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(counted.transactions).toBe(4)
})

test('behavior: a ledger that moved is decided again, four times at most', async () => {
  const store = await open()
  const counted = failing(store, Array.from({ length: 4 }, moved))
  const { admission } = testAdmission(store)
  expect(await admission.admit(testRequest())).toMatchObject({ admitted: 'new' })
  expect(counted.transactions).toBe(5)
})

test('error: a ledger that keeps moving is a store that does not answer', async () => {
  const store = await open()
  const [last, errors] = [moved(), Array.from({ length: 4 }, moved)]
  const counted = failing(store, [...errors, last])
  const { admission } = testAdmission(store)
  const error = await admission.admit(testRequest()).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StoreUnavailableError)
  expect(error).toHaveProperty('cause', last)
  expect(counted.transactions).toBe(5)
})

test('behavior: expired signatures are deleted once a minute, by a clock that is never set back', async () => {
  const store = await open()
  const elapsed = { now: 5_000_000 }
  const { admission } = testAdmission(store, { elapsed: () => elapsed.now })
  const deletions = vi.spyOn(store.db, 'deleteFrom')
  const admitAfter = async (ms: number) => {
    elapsed.now += ms
    await admission.admit(testRequest())
    return deletions.mock.calls.length
  }
  expect(await admitAfter(59_999)).toBe(0)
  expect(await admitAfter(1)).toBe(1)
  expect(await admitAfter(59_999)).toBe(1)
  expect(await admitAfter(1)).toBe(2)
})

test('error: a deletion that fails is logged, and refuses nothing', async () => {
  const store = await open()
  let note: (message: string) => void = () => {}
  const logged = new Promise<string>((resolve) => {
    note = resolve
  })
  const { admission, clock } = testAdmission(store, { log: { ...silent, debug: note } })
  vi.spyOn(store.db, 'deleteFrom').mockImplementation(() => {
    throw new StoreUnavailableError()
  })
  clock.now += 60_000
  expect(await admission.admit(testRequest())).toMatchObject({ admitted: 'new' })
  expect(await logged).toBe('purging failed and is tried again later')
})

test('error: the message of an unknown operation', () => {
  const error = new OperationNotFoundError('an-id')
  expect(error).toMatchObject({
    name: 'OperationNotFoundError',
    code: 'operation_not_found',
    effect: 'none',
    retry: 'no',
    advice: { do: 'correct_input', parameter: 'id' },
    shortMessage: 'There is no operation an-id.',
  })
})

test('parameter: the most units and the most money that can be counted exactly, and nothing', async () => {
  const store = await open()
  const most = Number.MAX_SAFE_INTEGER
  const limits = { addressUnitsPerDay: most, globalUnitsPerDay: most, networkSharePercent: 25 }
  const money = { addressDaily: BigInt(most), globalDaily: BigInt(most) }
  const { admission } = testAdmission(store, { limits, money })
  await expect(admission.admit(testRequest({ units: most + 1 }))).rejects.toThrow(
    'An operation cannot cost 9007199254740992 units.',
  )
  await expect(admission.admit(testRequest({ hold: BigInt(most) + 1n }))).rejects.toThrow(
    'An operation cannot hold 9007199254740992.',
  )
  const also = { ...testRequest(), units: -1 }
  await expect(admission.admit(testRequest({ also }))).rejects.toThrow('An operation cannot cost -1 units.')
  expect(await admission.admit(testRequest({ units: 0, hold: 0n }))).toMatchObject({ admitted: 'new' })
  expect(await admission.admit(testRequest({ units: most, hold: BigInt(most) }))).toMatchObject({ admitted: 'new' })
})

test('behavior: only refusals for money are reported', async () => {
  const store = await open()
  const onRefused = vi.fn()
  const { admission } = testAdmission(store, { money: { addressDaily: 20n, globalDaily: 30n }, onRefused })
  const operation = { key: 'a claim', kind: 'claim', chainId: 7 } as const
  const first = testRequest({ operation })
  await admission.admit(first)
  await admission.admit(first)
  await admission.admit(testRequest({ operation: { ...operation, contentHash: '0x02' } }))
  expect(onRefused).not.toHaveBeenCalled()
  await admission.admit(testRequest({ operation: { ...operation, key: 'another' }, hold: 11n }))
  expect(onRefused.mock.calls).toEqual([[{ reason: 'fee_ceiling', kind: 'claim', chainId: 7 }]])
})

/** A store whose reads of operations fail while `isDown`. */
async function outage() {
  const store = await open()
  const state = { isDown: false }
  const { selectFrom } = store.db
  vi.spyOn(store.db, 'selectFrom').mockImplementation(((table: never) => {
    if (state.isDown) throw new StoreUnavailableError()
    return selectFrom.call(store.db, table)
  }) as never)
  const { admission } = testAdmission(store)
  const result = await admission.admit(testRequest())
  if (!('operation' in result)) throw new Error('refused')
  return { store, admission, state, id: result.operation.id }
}

const final = { state: 'final', outcome: '{}', units: 'charge', spent: 0n } as const
const until = (waitMs: number) => ({ waitMs, signal: new AbortController().signal })

test('behavior: waiting outlasts a store that does not answer at first', async () => {
  const { admission, state, id } = await outage()
  state.isDown = true
  const waiting = admission.wait(id, until(30_000))
  // The first read has failed by then.
  await expect(admission.get(id)).rejects.toThrow(StoreUnavailableError)
  state.isDown = false
  await admission.settle(id, final)
  expect(await waiting).toMatchObject({ id, state: 'final' })
})

test('error: a store that does not answer all the time is an error, unless the operation was read before', async () => {
  const { admission, state, id } = await outage()
  state.isDown = true
  await expect(admission.wait(id, until(5))).rejects.toThrow(StoreUnavailableError)
  state.isDown = false
  const waiting = admission.wait(id, until(200))
  await admission.get(id)
  state.isDown = true
  expect(await waiting).toMatchObject({ id, state: 'queued' })
})

test('behavior: times are the process clock, unless another one is given', async () => {
  const store = await open()
  const { admission: tested } = testAdmission(store)
  const limits = { addressUnitsPerDay: 5, globalUnitsPerDay: 20, networkSharePercent: 25 }
  const money = { addressDaily: 1000n, globalDaily: 10_000n }
  const admission = createAdmission({ store, config: { limits, money }, now: () => NOON, log: silent })
  const result = await admission.admit(testRequest({ operation: { key: 'one' } }))
  expect(result).toMatchObject({ admitted: 'new', operation: { createdAt: NOON } })
  expect(await tested.find('one')).toMatchObject({ createdAt: NOON })
})
