import { API_REQUEST_WINDOW_MS } from '@holdfast/sdk/wire'
import { expect, test } from 'vitest'
import { NOON, readLedgers, testAddress, testAdmission, testRequest } from '../../test/admission.js'
import { describeStores } from '../../test/stores.js'
import { StoreUnavailableError } from '../store/StoreErrors.js'
import type { Admission, AdmissionRequest, AdmissionResult, Operation, Settlement } from './Admission.js'
import { OperationNotFoundError } from './createAdmission.js'
import { readUnits } from './readUnits.js'

const operationOf = (result: AdmissionResult): Operation => {
  if (!('operation' in result)) throw new Error(`refused: ${result.refused}`)
  return result.operation
}
const admit = async (admission: Admission, request = testRequest()) => operationOf(await admission.admit(request))
const verdicts = async (results: readonly Promise<AdmissionResult>[]) => {
  const counts: Record<string, number> = {}
  for (const result of await Promise.all(results)) {
    const verdict = 'admitted' in result ? result.admitted : result.refused
    counts[verdict] = (counts[verdict] ?? 0) + 1
  }
  return counts
}
const final: Settlement = { state: 'final', outcome: '{"ok":true}', units: 'charge', spent: 4n }
const refused: Settlement = { state: 'refused', outcome: '{"ok":false}', units: 'refund', spent: 0n }
const patience = () => ({ waitMs: 30_000, signal: new AbortController().signal })

describeStores('createAdmission', ({ kind, open, settings, server }) => {
  test('default', async () => {
    const store = await open()
    const { admission } = testAdmission(store)
    const request = testRequest({ network: '192.0.2.1' })
    const result = await admission.admit(request)
    expect(result).toEqual({
      admitted: 'new',
      operation: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        key: request.operation.key,
        kind: 'create',
        chainId: 1,
        state: 'queued',
        content: '{"a":1}',
        contentHash: '0x01',
        outcome: undefined,
        createdAt: NOON,
      },
    })
    const operation = operationOf(result)
    expect(await admission.get(operation.id)).toEqual(operation)
    expect(await admission.find(operation.key)).toEqual(operation)
    expect(await readLedgers(store)).toMatchInlineSnapshot(`
      {
        "money address:0x0000000000000000000000000000000000000001": "0 spent, 10 held",
        "money chain:1": "0 spent, 10 held",
        "money global": "0 spent, 10 held",
        "money network:192.0.2.1": "0 spent, 10 held",
        "units address:0x0000000000000000000000000000000000000001": "0 used, 1 held",
        "units global": "0 used, 1 held",
        "units network:192.0.2.1": "0 used, 1 held",
      }
    `)
    expect(await readUnits(store, testAddress(1), NOON)).toEqual({ used: 0, held: 1 })
    expect(await readUnits(store, 'all', NOON)).toEqual({ used: 0, held: 1 })
  })

  test('behavior: an empty store has no operations', async () => {
    const store = await open()
    const { admission } = testAdmission(store)
    expect(await admission.find('nothing')).toBeUndefined()
    await expect(admission.get('nothing')).rejects.toThrow(OperationNotFoundError)
    await expect(admission.settle('nothing', final)).rejects.toThrow(OperationNotFoundError)
    await expect(admission.wait('nothing', patience())).rejects.toThrow(OperationNotFoundError)
    expect(await readUnits(store, testAddress(1), NOON)).toEqual({ used: 0, held: 0 })
  })

  test('parameter: units and hold must be amounts', async () => {
    const { admission } = testAdmission(await open())
    await expect(admission.admit(testRequest({ units: -1 }))).rejects.toThrow(RangeError)
    await expect(admission.admit(testRequest({ units: 0.5 }))).rejects.toThrow(RangeError)
    await expect(admission.admit(testRequest({ hold: -1n }))).rejects.toThrow(RangeError)
    await expect(admission.admit(testRequest({ hold: 2n ** 60n }))).rejects.toThrow(RangeError)
  })

  test('behavior: a signature counts once, in any letter case and for any operation', async () => {
    const store = await open()
    const { admission } = testAdmission(store)
    const request = testRequest({ signer: { address: `0x${'ab'.repeat(20)}`, digest: `0x${'cd'.repeat(32)}` } })
    await admit(admission, request)
    for (const signer of [
      request.signer,
      { ...request.signer, address: `0x${'AB'.repeat(20)}` as const },
      { ...request.signer, digest: `0x${'CD'.repeat(32)}` as const },
      { ...request.signer, timestamp: NOON + 1 },
    ]) {
      expect(await admission.admit({ ...request, signer })).toEqual({ refused: 'signature_replayed' })
      expect(await admission.admit({ ...testRequest(), signer })).toEqual({ refused: 'signature_replayed' })
    }
    // In lower case, as other instances and earlier releases store it.
    const { address, digest } = request.signer
    const remembered = await store.db.selectFrom('replays').select(['address', 'digest']).execute()
    expect(remembered).toEqual([{ address, digest }])
    expect(await readUnits(store, 'all', NOON)).toEqual({ used: 0, held: 1 })
  })

  test('behavior: of 100 equal requests at once one counts', async () => {
    const store = await open()
    const { admission } = testAdmission(store)
    const request = testRequest()
    const results = Array.from({ length: 100 }, () => admission.admit(request))
    expect(await verdicts(results)).toEqual({ new: 1, signature_replayed: 99 })
    expect(await readUnits(store, 'all', NOON)).toEqual({ used: 0, held: 1 })
  })

  test('behavior: a signature is remembered after a restart, and a request that was refused has used it', async () => {
    const given = await settings()
    const store = await open(given)
    const first = testAdmission(store, {
      limits: { addressUnitsPerDay: 1, globalUnitsPerDay: 9, networkSharePercent: 25 },
    })
    const accepted = testRequest()
    const refusedOne = testRequest()
    await admit(first.admission, accepted)
    expect(await first.admission.admit(refusedOne)).toMatchObject({ refused: 'quota_exceeded' })
    await store.close()
    const { admission } = testAdmission(await open(given))
    expect(await admission.admit(accepted)).toEqual({ refused: 'signature_replayed' })
    expect(await admission.admit(refusedOne)).toEqual({ refused: 'signature_replayed' })
  })

  test('behavior: a signature is remembered for as long as it is accepted, and two minutes longer', async () => {
    const store = await open()
    const { admission, clock } = testAdmission(store)
    const past = testRequest({ signer: { timestamp: NOON - API_REQUEST_WINDOW_MS } })
    const future = testRequest({ signer: { timestamp: NOON + API_REQUEST_WINDOW_MS } })
    await admit(admission, past)
    await admit(admission, future)
    const expiries = await store.db.selectFrom('replays').select('expires_at').orderBy('expires_at').execute()
    expect(expiries.map((row) => Number(row.expires_at))).toEqual([NOON, NOON + 2 * API_REQUEST_WINDOW_MS])
    const remembered = async () =>
      (await store.db.selectFrom('replays').select('digest').execute()).map((row) => row.digest)
    const until = async (condition: (digests: string[]) => boolean) => {
      while (!condition(await remembered())) await new Promise((resolve) => setImmediate(resolve))
    }
    clock.now = NOON + 120_001
    await admission.admit(testRequest())
    await until((digests) => !digests.includes(past.signer.digest))
    clock.now = NOON + 2 * API_REQUEST_WINDOW_MS
    expect(await admission.admit(future)).toEqual({ refused: 'signature_replayed' })
    clock.now += 120_001
    await admission.admit(testRequest())
    await until((digests) => !digests.includes(future.signer.digest))
  })

  test('behavior: a request for an operation in progress attaches to it and costs nothing', async () => {
    const store = await open()
    const { admission } = testAdmission(store)
    const operation = { key: 'a box' }
    const asked = Array.from({ length: 50 }, (_, index) =>
      admission.admit(testRequest({ operation, signer: { address: testAddress(index) } })),
    )
    const [first] = await Promise.all(asked)
    expect(await verdicts(asked)).toEqual({ new: 1, attached: 49 })
    await store.db.updateTable('operations').set({ state: 'broadcast' }).execute()
    const later = await admission.admit(testRequest({ operation }))
    expect(later).toEqual({
      admitted: 'attached',
      operation: { ...operationOf(first as AdmissionResult), state: 'broadcast' },
    })
    expect(await readUnits(store, 'all', NOON)).toEqual({ used: 0, held: 1 })
  })

  test('behavior: an operation that costs nothing is in no ledger, and its end in none either', async () => {
    const store = await open()
    const { admission } = testAdmission(store)
    const { id } = await admit(admission, testRequest({ units: 0, hold: 0n }))
    await admission.settle(id, { ...final, spent: 0n })
    expect(await readLedgers(store)).toEqual({})
  })

  test('behavior: attaching works when the quota is used up', async () => {
    const { admission } = testAdmission(await open(), {
      limits: { addressUnitsPerDay: 1, globalUnitsPerDay: 1, networkSharePercent: 100 },
      money: { addressDaily: 10n, globalDaily: 10n },
    })
    const operation = { key: 'a box' }
    await admit(admission, testRequest({ operation }))
    expect(await admission.admit(testRequest({ operation }))).toMatchObject({ admitted: 'attached' })
    expect(await admission.admit(testRequest())).toMatchObject({ refused: 'quota_exceeded' })
  })

  test('error: other content while one is in flight', async () => {
    const store = await open()
    const { admission } = testAdmission(store)
    await admit(admission, testRequest({ operation: { key: 'a claim' } }))
    const other = () => testRequest({ operation: { key: 'a claim', contentHash: '0x02' } })
    expect(await admission.admit(other())).toEqual({ refused: 'operation_conflict' })
    expect(await readUnits(store, 'all', NOON)).toEqual({ used: 0, held: 1 })
  })

  test('behavior: every later request for a final operation gets its outcome', async () => {
    const store = await open()
    const { admission, clock } = testAdmission(store)
    const operation = { key: 'a box' }
    const { id } = await admit(admission, testRequest({ operation }))
    clock.now = NOON + 5000
    await admission.settle(id, final)
    const again = await admission.admit(testRequest({ operation, signer: { timestamp: NOON + 9000 } }))
    expect(again).toMatchObject({
      admitted: 'attached',
      operation: { id, state: 'final', outcome: '{"ok":true}', content: undefined },
    })
    expect(await readUnits(store, 'all', NOON)).toEqual({ used: 1, held: 0 })
  })

  test.each(['refused', 'failed', 'superseded'] as const)(
    'behavior: an attempt that was %s is tried again by a later signature',
    async (state) => {
      const store = await open()
      const { admission, clock } = testAdmission(store)
      const operation = { key: 'a box' }
      const first = await admit(admission, testRequest({ operation }))
      clock.now = NOON + 5000
      await admission.settle(first.id, { ...refused, state })
      const signedBefore = testRequest({ operation, signer: { timestamp: NOON + 5000 } })
      expect(await admission.admit(signedBefore)).toMatchObject({ admitted: 'attached', operation: { id: first.id } })

      const signedAfter = () => testRequest({ operation, signer: { timestamp: NOON + 5001 } })
      const asked = Array.from({ length: 20 }, () => admission.admit(signedAfter()))
      expect(await verdicts(asked)).toEqual({ new: 1, attached: 19 })
      const second = await admission.find('a box')
      expect(second).toMatchObject({ state: 'queued', outcome: undefined })
      expect(await admission.get(first.id)).toMatchObject({ state, outcome: '{"ok":false}' })
      expect(await readUnits(store, 'all', NOON)).toEqual({ used: 0, held: 1 })
    },
  )

  test('behavior: other content after any end is a new attempt', async () => {
    const { admission } = testAdmission(await open())
    for (const [index, settlement] of [refused, { ...refused, state: 'failed' } as const, final].entries()) {
      const { id } = await admit(admission, testRequest({ operation: { key: 'a claim', contentHash: `0x0${index}` } }))
      await admission.settle(id, settlement)
    }
    const last = testRequest({ operation: { key: 'a claim', contentHash: '0x09' } })
    expect(await admission.admit(last)).toMatchObject({ admitted: 'new' })
  })

  test('behavior: a recipient is seeded once, with any content', async () => {
    const { admission } = testAdmission(await open())
    const { id } = await admit(admission, testRequest({ operation: { key: 'a seed', kind: 'gas' } }))
    await admission.settle(id, final)
    const again = testRequest({ operation: { key: 'a seed', kind: 'gas', contentHash: '0x02' } })
    expect(await admission.admit(again)).toMatchObject({ admitted: 'attached', operation: { id } })
  })

  test('behavior: one signature may ask for two operations, both or neither', async () => {
    const store = await open()
    const { admission } = testAdmission(store, {
      limits: { addressUnitsPerDay: 3, globalUnitsPerDay: 20, networkSharePercent: 25 },
    })
    const both = () => {
      const { operation, units, hold } = testRequest({ operation: { kind: 'announce' } })
      return testRequest({ also: { operation, units, hold } })
    }
    const request = both()
    const result = await admission.admit(request)
    expect(result).toMatchObject({
      admitted: 'new',
      operation: { kind: 'create' },
      also: { admitted: 'new', operation: { kind: 'announce', key: request.also?.operation.key } },
    })
    expect(await admission.admit(both())).toMatchObject({ refused: 'quota_exceeded', policy: 'addr-day' })
    expect(await readUnits(store, testAddress(1), NOON)).toEqual({ used: 0, held: 2 })

    const announced = { ...both(), operation: request.operation }
    expect(await admission.admit(announced)).toMatchObject({ admitted: 'attached', also: { admitted: 'new' } })
    const conflicting = testRequest({
      also: { ...testRequest(), operation: { ...request.operation, contentHash: '0x02' } },
      signer: { address: testAddress(2) },
    })
    expect(await admission.admit(conflicting)).toEqual({ refused: 'operation_conflict' })
    expect(await admission.find(conflicting.operation.key)).toBeUndefined()
  })

  test('behavior: limits hold for an address, a network and all together', async () => {
    const store = await open()
    const { admission, clock } = testAdmission(store)
    const ask = (count: number, changes: (index: number) => Parameters<typeof testRequest>[0]) =>
      verdicts(Array.from({ length: count }, (_, index) => admission.admit(testRequest(changes(index)))))
    expect(await ask(8, () => ({}))).toEqual({ new: 5, quota_exceeded: 3 })
    const ofNetwork = (index: number) => ({ network: '192.0.2.1', signer: { address: testAddress(100 + index) } })
    expect(await ask(8, ofNetwork)).toEqual({ new: 5, quota_exceeded: 3 })
    expect(await ask(20, (index) => ({ signer: { address: testAddress(200 + index) } }))).toEqual({
      new: 10,
      quota_exceeded: 10,
    })
    const wait = 43_200
    const asAddress = { refused: 'quota_exceeded', policy: 'addr-day', retryAfterSeconds: wait }
    expect(await admission.admit(testRequest())).toEqual({ ...asAddress, policy: 'global' })
    const own = store.db.selectFrom('operations').select('id').where('requester', '=', testAddress(1))
    await admission.settle((await own.executeTakeFirstOrThrow()).id, refused)
    expect(await admission.admit(testRequest(ofNetwork(9)))).toEqual({ ...asAddress, policy: 'global' })
    await admit(admission, testRequest())
    clock.now = NOON + 43_200_000 - 1
    expect(await admission.admit(testRequest())).toMatchObject({ refused: 'quota_exceeded', retryAfterSeconds: 1 })
    clock.now += 1
    await admit(admission, testRequest())
  })

  test('behavior: the operations of an owner in an hour, each counted once; others are not counted', async () => {
    const store = await open()
    const { admission, clock } = testAdmission(store)
    const ofOwner = { scope: 'owner', limit: 2 }
    const by = (index: number) => ({ ofOwner, signer: { address: testAddress(index) } })
    const same = (index: number) => testRequest({ ...by(index), operation: { key: 'a box' } })
    // One batch.
    expect(await verdicts([1, 2, 3, 4].map((index) => admission.admit(same(index))))).toEqual({ new: 1, attached: 3 })
    expect(await verdicts([1, 2, 3, 4].map((index) => admission.admit(testRequest(by(index)))))).toEqual({
      new: 1,
      quota_exceeded: 3,
    })
    expect(await admission.admit(testRequest(by(1)))).toEqual({
      refused: 'quota_exceeded',
      policy: 'owner-hour',
      retryAfterSeconds: 3600,
    })
    expect(await verdicts([admission.admit(same(5))])).toEqual({ attached: 1 })
    await admit(admission, testRequest())
    await admit(admission, testRequest({ ofOwner: { ...ofOwner, scope: 'another owner' } }))
    const counters = await store.db.selectFrom('counters').selectAll().orderBy('scope').execute()
    expect(counters.map(({ scope, count }) => [scope, count])).toEqual([
      ['another owner', 1],
      ['owner', 2],
    ])
    clock.now += 3_600_000
    await admit(admission, testRequest(by(2)))
  })

  test('behavior: four IPv6 networks of one /48 do not use up the units of the day', async () => {
    const { admission } = testAdmission(await open(), {
      limits: { addressUnitsPerDay: 20, globalUnitsPerDay: 20, networkSharePercent: 25 },
    })
    const ask = (count: number, from: string) =>
      verdicts(
        Array.from({ length: count }, (_, index) => {
          const network = from.replace('*', `${index % 4}00`)
          return admission.admit(testRequest({ network, signer: { address: testAddress(300 + index) } }))
        }),
      )
    // Of 20 units, 5 are one share; a /48 has two of them.
    expect(await ask(16, '2001:db8:7:*::/64')).toEqual({ new: 10, quota_exceeded: 6 })
    expect(await ask(1, '2001:db8:7:f00::/64')).toEqual({ quota_exceeded: 1 })
    expect(await ask(4, '2001:db8:8:*::/64')).toEqual({ new: 4 })
  })

  test('regression: a network has a share of the day’s money too, which large operations use up first', async () => {
    const store = await open()
    const { admission } = testAdmission(store, {
      limits: { addressUnitsPerDay: 100, globalUnitsPerDay: 100, networkSharePercent: 25 },
      money: { addressDaily: 100n, globalDaily: 100n },
    })
    let asked = 0
    const ask = (count: number, from: string) =>
      verdicts(
        Array.from({ length: count }, (_, index) => {
          const network = from.replace('*', `${index % 4}00`)
          const signer = { address: testAddress(300 + asked++) }
          return admission.admit(testRequest({ network, hold: 10n, signer }))
        }),
      )
    expect(await ask(4, '192.0.2.1')).toEqual({ new: 2, fee_ceiling: 2 })
    expect(await ask(8, '2001:db8:7:*::/64')).toEqual({ new: 5, fee_ceiling: 3 })
    expect(await ask(2, '192.0.2.2')).toEqual({ new: 2 })
    // A hold that was not spent is available to the network again.
    const [one] = await store.db.selectFrom('operations').selectAll().where('network', '=', '192.0.2.1').execute()
    await admission.settle(one?.id ?? '', { ...refused, spent: 5n })
    expect(await readLedgers(store)).toMatchObject({ 'money network:192.0.2.1': '5 spent, 10 held' })
    expect(await ask(1, '192.0.2.1')).toEqual({ new: 1 })
  })

  test('behavior: names the address limit when only that one is reached', async () => {
    const { admission } = testAdmission(await open())
    await admit(admission, testRequest({ units: 5 }))
    expect(await admission.admit(testRequest())).toEqual({
      refused: 'quota_exceeded',
      policy: 'addr-day',
      retryAfterSeconds: 43_200,
    })
  })

  test('behavior: money has its own ceilings', async () => {
    const store = await open()
    const { admission } = testAdmission(store, { money: { addressDaily: 100n, globalDaily: 150n } })
    await admit(admission, testRequest({ hold: 100n }))
    expect(await admission.admit(testRequest({ hold: 1n }))).toEqual({ refused: 'fee_ceiling' })
    expect(await admission.admit(testRequest({ hold: 51n, signer: { address: testAddress(2) } }))).toEqual({
      refused: 'fee_ceiling',
    })
    await admit(admission, testRequest({ hold: 50n, signer: { address: testAddress(2) } }))
    await admit(admission, testRequest({ hold: 0n }))
    expect(await readLedgers(store)).toMatchObject({
      'money global': '0 spent, 150 held',
      'units global': '0 used, 3 held',
    })
  })

  test('behavior: the relayer keeps its reserve, also counting holds of other days', async () => {
    const store = await open()
    const relayerBalance = (chainId: number) => (chainId === 1 ? { available: 100n, floor: 30n } : undefined)
    const { admission, clock } = testAdmission(store, { relayerBalance })
    await admit(admission, testRequest({ hold: 40n }))
    clock.now += 86_400_000
    const asked = Array.from({ length: 5 }, () => admission.admit(testRequest({ hold: 10n })))
    expect(await verdicts(asked)).toEqual({ new: 3, relayer_depleted: 2 })
    await admit(admission, testRequest({ hold: 0n }))
    await admit(admission, testRequest({ hold: 10n, operation: { chainId: 2 } }))
  })

  test('behavior: ending an operation charges or refunds it, once, on its own day', async () => {
    const store = await open()
    const { admission, clock } = testAdmission(store)
    const charged = await admit(admission, testRequest({ network: '192.0.2.1' }))
    const refunded = await admit(admission, testRequest({ network: '192.0.2.1' }))
    clock.now += 86_400_000
    await Promise.all(Array.from({ length: 10 }, () => admission.settle(charged.id, final)))
    await Promise.all([admission.settle(refunded.id, refused), admission.settle(refunded.id, refused)])
    await admission.settle(charged.id, refused)
    expect(await admission.get(charged.id)).toMatchObject({
      state: 'final',
      outcome: '{"ok":true}',
      content: undefined,
    })
    expect(await admission.get(refunded.id)).toMatchObject({ state: 'refused', content: undefined })
    expect(await readLedgers(store)).toMatchInlineSnapshot(`
      {
        "money address:0x0000000000000000000000000000000000000001": "4 spent, 0 held",
        "money chain:1": "4 spent, 0 held",
        "money global": "4 spent, 0 held",
        "money network:192.0.2.1": "4 spent, 0 held",
        "units address:0x0000000000000000000000000000000000000001": "1 used, 0 held",
        "units global": "1 used, 0 held",
        "units network:192.0.2.1": "1 used, 0 held",
      }
    `)
    expect(await readUnits(store, testAddress(1), NOON)).toEqual({ used: 1, held: 0 })
  })

  test('behavior: money that was spent without a hold is counted', async () => {
    const store = await open()
    const { admission } = testAdmission(store)
    const { id } = await admit(admission, testRequest({ hold: 0n }))
    await admission.settle(id, final)
    expect(await readLedgers(store)).toMatchObject({
      'money global': '4 spent, 0 held',
      'money chain:1': '4 spent, 0 held',
    })
  })

  test('behavior: waiting ends with the outcome, here or in another instance', async () => {
    const given = await settings()
    const store = await open(given)
    const { admission } = testAdmission(store)
    const other = testAdmission(kind === 'postgres' ? await open(given) : store).admission
    for (const settling of [admission, other]) {
      const { id } = await admit(admission)
      const waiting = [admission.wait(id, patience()), admission.wait(id, patience()), other.wait(id, patience())]
      await settling.settle(id, final)
      for (const operation of await Promise.all(waiting)) expect(operation).toMatchObject({ id, state: 'final' })
      expect(await admission.wait(id, patience())).toMatchObject({ outcome: '{"ok":true}' })
    }
  })

  test('behavior: waiting ends at its time limit, and when the caller disconnects', async () => {
    const { admission } = testAdmission(await open())
    const { id } = await admit(admission)
    const never = new AbortController()
    expect(await admission.wait(id, { waitMs: 30, signal: never.signal })).toMatchObject({ id, state: 'queued' })
    const gone = new AbortController()
    const waiting = admission.wait(id, { waitMs: 30_000, signal: gone.signal })
    gone.abort()
    expect(await waiting).toMatchObject({ id, state: 'queued' })
    expect(await admission.wait(id, { waitMs: 30_000, signal: gone.signal })).toMatchObject({ id, state: 'queued' })
  })

  test('behavior: a request that cannot be stored does not affect others of its batch', async () => {
    const { admission } = testAdmission(await open())
    // PostgreSQL text cannot contain a zero byte; the embedded engine takes any text, but no object.
    const content = kind === 'postgres' ? '\0' : ({} as string)
    const broken = testRequest({ operation: { content } })
    const asked = [testRequest(), broken, testRequest()].map((request: AdmissionRequest) => admission.admit(request))
    const results = await Promise.allSettled(asked)
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('behavior: a restart keeps holds and used units', async () => {
    const given = await settings()
    const store = await open(given)
    const before = testAdmission(store).admission
    const held = await admit(before, testRequest({ units: 2 }))
    const used = await admit(before, testRequest({ units: 3 }))
    await before.settle(used.id, final)
    const ledgers = await readLedgers(store)
    await store.close()
    const next = await open(given)
    const { admission } = testAdmission(next)
    expect(await readLedgers(next)).toEqual(ledgers)
    expect(await admission.get(held.id)).toEqual(held)
    expect(await admission.admit(testRequest())).toMatchObject({ refused: 'quota_exceeded', policy: 'addr-day' })
    await admission.settle(held.id, refused)
    await admit(admission, testRequest({ units: 2 }))
  })

  if (kind === 'postgres') {
    test('error: the server is killed, and has correct ledgers when it is back', async () => {
      const store = await open()
      const { admission } = testAdmission(store)
      const before = await admit(admission)
      const waiting = admission.wait(before.id, patience())
      await server().crash()
      const lost = testRequest()
      await expect(admission.admit(lost)).rejects.toThrow(StoreUnavailableError)
      await expect(admission.settle(before.id, final)).rejects.toThrow(StoreUnavailableError)
      await server().start()
      expect(await admission.admit(lost)).toMatchObject({ admitted: 'new' })
      await admission.settle(before.id, final)
      expect(await waiting).toMatchObject({ id: before.id, state: 'final' })
      expect(await readLedgers(store)).toMatchObject({ 'units global': '1 used, 1 held' })
    })
  }
})
