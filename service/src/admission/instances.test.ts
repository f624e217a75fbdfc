import { describe, expect, test } from 'vitest'
import { NOON, readLedgers, testAddress, testAdmission, testRequest } from '../../test/admission.js'
import { stores } from '../../test/stores.js'
import type { Store } from '../store/Store.js'
import { StoreUnavailableError } from '../store/StoreErrors.js'
import type { Admission, AdmissionRequest, AdmissionResult } from './Admission.js'

const limits = { addressUnitsPerDay: 50, globalUnitsPerDay: 2000, networkSharePercent: 25 }
const money = { addressDaily: 5_000_000n, globalDaily: 150_000_000n }

describe('four instances on one server', () => {
  const { open, settings, server } = stores('postgres')

  const start = async (options: Parameters<typeof testAdmission>[1] = {}) => {
    const given = await settings()
    const all = await Promise.all(Array.from({ length: 4 }, () => open(given)))
    const admissions = all.map((store) => testAdmission(store, { limits: limits, money: money, ...options }).admission)
    return { store: all[0] as Store, at: (index: number) => admissions[index % 4] as Admission }
  }

  test('behavior: 10,000 requests at once fill the quota exactly', async () => {
    const { store, at } = await start()
    // 2,600 addresses ask twice; one asks 300 times; one network of many addresses asks 4,500 times.
    const requests = shuffled([
      ...Array.from({ length: 5200 }, (_, index) =>
        testRequest({ signer: { address: testAddress(1000 + (index >> 1)) } }),
      ),
      ...Array.from({ length: 300 }, () => testRequest({ signer: { address: testAddress(1) } })),
      ...Array.from({ length: 4500 }, (_, index) =>
        testRequest({ signer: { address: testAddress(9000 + (index % 900)) }, network: '192.0.2.1' }),
      ),
    ])
    expect(requests).toHaveLength(10_000)
    const results = await Promise.all(requests.map((request, index) => at(index).admit(request)))
    expect(countOf(results)).toEqual({ new: 2000, quota_exceeded: 8000 })
    await assertExact(store, 2000)

    const replayed = await Promise.all(requests.map((request, index) => at(index + 1).admit(request)))
    expect(countOf(replayed)).toEqual({ signature_replayed: 10_000 })
    await assertExact(store, 2000)
  })

  test('behavior: money ceilings are reached and never exceeded', async () => {
    const { store, at } = await start({ limits: { ...limits, addressUnitsPerDay: 500 } })
    const requests = shuffled([
      ...Array.from({ length: 100 }, () => testRequest({ signer: { address: testAddress(1) }, hold: 100_000n })),
      ...Array.from({ length: 1500 }, (_, index) =>
        testRequest({ signer: { address: testAddress(10 + index) }, hold: 100_000n }),
      ),
    ])
    const results = await Promise.all(requests.map((request, index) => at(index).admit(request)))
    expect(countOf(results)).toEqual({ new: 1500, fee_ceiling: 100 })
    const ledgers = await readLedgers(store)
    expect(ledgers['money global']).toBe('0 spent, 150000000 held')
    expect(Number.parseInt(ledgers[`money address:${testAddress(1)}`]?.split(', ')[1] ?? '', 10)).toBeLessThanOrEqual(
      5e6,
    )
  })

  test('behavior: 200 instances of one request have one effect', async () => {
    const { store, at } = await start()
    for (let round = 0; round < 20; round++) {
      const request = testRequest()
      const results = await Promise.all(Array.from({ length: 10 }, (_, index) => at(index).admit(request)))
      expect(countOf(results)).toEqual({ new: 1, signature_replayed: 9 })
    }
    await assertExact(store, 20)
  })

  test('behavior: many requests for one operation, at every instance, create one', async () => {
    const { store, at } = await start()
    for (let round = 0; round < 20; round++) {
      const requests = Array.from({ length: 12 }, (_, index) =>
        testRequest({ signer: { address: testAddress(index) }, operation: { key: `box ${round}` } }),
      )
      const results = await Promise.all(requests.map((request, index) => at(index).admit(request)))
      expect(countOf(results)).toEqual({ new: 1, attached: 11 })
      expect(new Set(results.map((result) => 'operation' in result && result.operation.id)).size).toBe(1)
    }
    await assertExact(store, 20)
  })

  test('behavior: an operation that all instances end at the same time ends once', async () => {
    const { store, at } = await start()
    const operations = await Promise.all(Array.from({ length: 50 }, (_, index) => at(index).admit(testRequest())))
    await Promise.all(
      operations.flatMap((result, number) =>
        Array.from({ length: 4 }, async (_, index) => {
          if (!('operation' in result)) return
          const settlement = { outcome: '{}', units: number % 2 ? 'charge' : 'refund', spent: 3n } as const
          await at(index).settle(result.operation.id, { state: 'final', ...settlement })
        }),
      ),
    )
    expect(await readLedgers(store)).toMatchObject({
      'units global': '25 used, 0 held',
      'money global': '150 spent, 0 held',
    })
  })

  test('error: the server is killed in between: requests are refused, then exactly the quota is admitted', async () => {
    const { store, at } = await start()
    const wave = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) =>
        testRequest({ signer: { address: testAddress(from + index) }, operation: { key: `box ${from + index}` } }),
      )
    const requests = wave(3000, 0)
    const settle = (request: AdmissionRequest, index: number) =>
      at(index)
        .admit(request)
        .catch((error: unknown) => error)
    const first = requests.map(settle)
    // Once something was committed, while many requests are in flight.
    await Promise.race(first)
    await server().crash()
    const results = await Promise.all(first)
    const errors = results.filter((result) => result instanceof Error)
    expect(errors.length).toBeGreaterThan(0)
    expect(errors.filter((error) => !(error instanceof StoreUnavailableError))).toEqual([])
    const accepted = results.filter((result) => isAccepted(result)).length
    expect(accepted).toBeGreaterThan(0)
    await server().start()

    // Each admitted request is stored. A request without an answer signs again and gets its outcome.
    const stored = await store.db.selectFrom('operations').select('key').execute()
    const keys = new Set(stored.map((row) => row.key))
    for (const [index, result] of results.entries()) if (isAccepted(result)) expect(keys).toContain(`box ${index}`)
    const again = await Promise.all(
      results.flatMap((result, index) => {
        if (!(result instanceof Error)) return []
        const operation = { key: `box ${index}` }
        return at(index).admit(testRequest({ signer: { address: testAddress(index), timestamp: NOON + 1 }, operation }))
      }),
    )
    const counts = countOf(again)
    expect(accepted + (counts.new ?? 0) + (counts.attached ?? 0)).toBe(2000)
    expect(counts.new ?? 0).toBe(2000 - keys.size)
    await assertExact(store, 2000)
  })
})

async function assertExact(store: Store, units: number): Promise<void> {
  const rows = await store.db.selectFrom('quotas').selectAll().execute()
  expect(rows.find((row) => row.scope === 'global')).toMatchObject({ used: 0, held: units })
  for (const { scope, held } of rows) {
    if (scope.startsWith('address:')) expect(held).toBeLessThanOrEqual(50)
    if (scope.startsWith('network:')) expect(held).toBeLessThanOrEqual(500)
  }
  const { count } = await store.db
    .selectFrom('operations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(units)
}

const isAccepted = (result: unknown) => typeof result === 'object' && result !== null && 'admitted' in result

function countOf(results: readonly AdmissionResult[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const result of results) {
    const verdict = 'admitted' in result ? result.admitted : result.refused
    counts[verdict] = (counts[verdict] ?? 0) + 1
  }
  return counts
}

/** A fixed order that mixes the callers. */
function shuffled<value>(values: readonly value[]): value[] {
  let state = 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return values
    .map((value) => ({ value, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
