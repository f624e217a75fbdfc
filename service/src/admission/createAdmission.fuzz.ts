import { runs, tiered } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hex, NOON, testAddress, testAdmission, testRequest } from '../../test/admission.js'
import { describeStores } from '../../test/stores.js'
import type { Store } from '../store/Store.js'
import type { Admission, Operation, Settlement } from './Admission.js'

const limits = { addressUnitsPerDay: 4, globalUnitsPerDay: 10, networkSharePercent: 50 }
const money = { addressDaily: 40n, globalDaily: 90n }
const dayMs = 86_400_000

type Step =
  | {
      do: 'admit'
      address: number
      network: number | undefined
      key: number
      content: number
      units: number
      hold: number
    }
  | { do: 'replay'; which: number }
  | { do: 'settle'; which: number; state: Settlement['state']; times: number }
  | { do: 'crash' }

const admitStep = fc.record({
  do: fc.constant('admit' as const),
  address: fc.nat(3),
  network: fc.option(fc.nat(1), { nil: undefined }),
  key: fc.nat(14),
  content: fc.nat(1),
  units: fc.nat(3),
  // Never less than what {@link settlementOf} spends: otherwise no ceiling could be guaranteed.
  hold: fc.integer({ min: 4, max: 20 }),
})
const settleStep = fc.record({
  do: fc.constant('settle' as const),
  which: fc.nat(),
  state: fc.constantFrom<Settlement['state']>('final', 'refused', 'failed', 'superseded'),
  times: fc.integer({ min: 1, max: 3 }),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: admitStep },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replay' as const), which: fc.nat() }) },
  { weight: 4, arbitrary: settleStep },
  { weight: 1, arbitrary: fc.constant({ do: 'crash' as const }) },
)
/** Each inner list happens at once. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 })

/** The result of an operation follows from the operation, so that ending it twice gives the same result. */
const settlementOf = (operation: Operation, state: Settlement['state']): Settlement => {
  const number = Number.parseInt(operation.id.slice(0, 8), 16)
  return { state, outcome: '{}', units: number % 2 ? 'charge' : 'refund', spent: BigInt(number % 5) }
}

describeStores('admission', ({ kind, open, settings }) => {
  test('behavior: no interleaving passes a limit, loses a hold or ends one twice', {
    timeout: tiered(300_000, 1_200_000),
  }, async () => {
    const given = await settings()
    const all = [await open(given)]
    if (kind === 'postgres') all.push(await open(given))
    let day = 0

    await fc.assert(
      fc.asyncProperty(history, async (moments) => {
        // Each run has its own days and keys, so that one store serves all runs.
        const now = NOON + ++day * dayMs
        const run = new Run(all, now)
        for (const moment of moments) {
          await Promise.all(moment.map((one, index) => run.step(one, index)))
          await run.check()
        }
      }),
      kind === 'postgres' ? runs(50, 200) : runs(150, 700),
    )
  })
})

class Run {
  readonly #stores: readonly Store[]
  readonly #now: number
  #admissions: readonly Admission[]
  readonly #admitted = new Map<string, Operation>()
  readonly #signatures: string[] = []
  readonly #accepted = new Set<string>()

  constructor(stores: readonly Store[], now: number) {
    this.#stores = stores
    this.#now = now
    this.#admissions = this.#start()
  }

  /** What a process keeps in memory is lost with it; only the store remains. */
  #start(): readonly Admission[] {
    return this.#stores.map(
      (store) => testAdmission(store, { limits: limits, money: money, now: () => this.#now }).admission,
    )
  }

  async step(one: Step, index: number): Promise<void> {
    const admission = this.#admissions[index % this.#admissions.length] as Admission
    if (one.do === 'crash') this.#admissions = this.#start()
    if (one.do === 'admit') {
      await this.#admit(admission, {
        signer: { address: testAddress(one.address), timestamp: this.#now + (index % 2) },
        network: one.network === undefined ? undefined : `network ${one.network}`,
        operation: { key: `${this.#now} ${one.key}`, contentHash: hex(one.content, 2) },
        units: one.units,
        hold: BigInt(one.hold),
      })
    }
    if (one.do === 'replay') {
      const digest = this.#signatures[one.which % this.#signatures.length]
      if (digest) await this.#admit(admission, { signer: { digest: digest as `0x${string}` } })
    }
    if (one.do === 'settle') {
      const operation = [...this.#admitted.values()][one.which % this.#admitted.size]
      if (!operation) return
      const settlement = settlementOf(operation, one.state)
      await Promise.all(Array.from({ length: one.times }, () => admission.settle(operation.id, settlement)))
    }
  }

  async #admit(admission: Admission, changes: Parameters<typeof testRequest>[0]): Promise<void> {
    const request = testRequest(changes)
    const { digest } = request.signer
    this.#signatures.push(digest)
    const result = await admission.admit(request)
    if (!('admitted' in result)) return
    expect(this.#accepted).not.toContain(`${request.signer.address} ${digest}`)
    this.#accepted.add(`${request.signer.address} ${digest}`)
    this.#admitted.set(result.operation.id, result.operation)
  }

  /** The ledgers agree with the operations, and no limit is exceeded. */
  async check(): Promise<void> {
    const [store] = this.#stores
    if (!store) return
    const day = Math.floor(this.#now / dayMs)
    const operations = await store.db.selectFrom('operations').selectAll().where('day', '=', day).execute()
    const quotas = await store.db.selectFrom('quotas').selectAll().where('day', '=', day).execute()
    const spending = await store.db.selectFrom('spending').selectAll().where('day', '=', day).execute()

    const expected = { units: new Map<string, [number, number]>(), money: new Map<string, [number, number]>() }
    const add = (ledger: Map<string, [number, number]>, scopes: readonly string[], settled: number, held: number) => {
      for (const scope of scopes) {
        const [before, heldBefore] = ledger.get(scope) ?? [0, 0]
        if (settled > 0 || held > 0) ledger.set(scope, [before + settled, heldBefore + held])
      }
    }
    for (const row of operations) {
      const address = `address:${row.requester}`
      const network = row.network === null ? [] : [`network:${row.network}`]
      const isOpen = row.spent === null
      const charged = !isOpen && settlementOf(row as unknown as Operation, 'final').units === 'charge' ? row.units : 0
      add(expected.units, ['global', address, ...network], charged, isOpen ? row.units : 0)
      add(
        expected.money,
        ['global', address, ...network, `chain:${row.chain_id}`],
        row.spent ?? 0,
        isOpen ? row.held : 0,
      )
      expect(row.content === null).toBe(!isOpen)
    }
    expect(new Map(quotas.filter(isTaken).map((row) => [row.scope, [row.used, row.held]]))).toEqual(expected.units)
    expect(new Map(spending.filter(isTaken).map((row) => [row.scope, [row.spent, row.held]]))).toEqual(expected.money)

    for (const { scope, used, held } of quotas) expect(used + held).toBeLessThanOrEqual(unitLimitOf(scope))
    for (const { scope, spent, held } of spending) expect(spent + held).toBeLessThanOrEqual(moneyLimitOf(scope))
    const keys = operations.filter((row) => row.current === 1).map((row) => row.key)
    expect(new Set(keys).size).toBe(keys.length)
  }
}

const isTaken = (row: { held: number; used?: number; spent?: number }) => row.held + (row.used ?? row.spent ?? 0) > 0

function moneyLimitOf(scope: string): number {
  if (scope.startsWith('network')) return Number(money.globalDaily) / 2
  return Number(scope.startsWith('address:') ? money.addressDaily : money.globalDaily)
}

function unitLimitOf(scope: string): number {
  if (scope === 'global') return limits.globalUnitsPerDay
  return scope.startsWith('address:') ? limits.addressUnitsPerDay : limits.globalUnitsPerDay / 2
}
