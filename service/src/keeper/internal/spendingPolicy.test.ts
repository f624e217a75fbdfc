import { expect, test } from 'vitest'
import { NOON } from '../../../test/admission.js'
import { describeStores } from '../../../test/stores.js'
import type { JobEnd, TransactionRow } from '../../sender/SenderPolicy.js'
import type { Store } from '../../store/Store.js'
import { KeeperLimitError } from '../KeeperErrors.js'
import { newJobId } from './budgets.js'
import { spendingPolicy } from './spendingPolicy.js'

const chainId = 5042002
const dayMs = 86_400_000
const ownerHash = `0x${'AB'.repeat(32)}` as const
const pull = () => newJobId({ kind: 'pull', ownerHash })

let nonce = 0

/** A stored transaction that costs at most so many USDC base units. */
function costing(units: number, { job = newJobId({ kind: 'return' }), at = NOON, extraWei = 0n } = {}): TransactionRow {
  return {
    hash: `0x${(++nonce).toString(16)}`,
    chain_id: chainId,
    sender: '0x01',
    nonce,
    operation_id: job,
    raw: '0x02',
    gas: 1,
    max_fee_wei: `${BigInt(units) * 10n ** 12n + extraWei}`,
    tip_wei: '0',
    state: 'prepared',
    block_number: null,
    created_at: at,
    updated_at: at,
  }
}

function open(store: Store, changes: Partial<spendingPolicy.Options> = {}) {
  const clock = { now: NOON }
  const ends: [string, JobEnd][] = []
  const onEnd = (jobId: string, end: JobEnd) => ends.push([jobId, end])
  const now = () => clock.now
  const policy = spendingPolicy({ store, chainId, dailyLimit: 100n, pullLimit: 200n, now, onEnd, ...changes })
  /** As the sender does: in a transaction that a refusal rolls back. */
  const reserve = (row: TransactionRow) =>
    store
      .transaction(async (tx) => {
        const error = await policy.reserve(tx, row, true)
        if (error) throw error
        return 'reserved' as const
      })
      .catch((error: unknown) => error)
  const end = (rows: readonly TransactionRow[], mined?: { row: TransactionRow; spent: bigint }) =>
    store.transaction((tx) =>
      policy.recordEnded(tx, { rows, mined: mined && { ...mined, jobId: mined.row.operation_id ?? undefined } }),
    )
  return { policy, clock, ends, reserve, end }
}

const aReturn = newJobId({ kind: 'return' })

describeStores('spendingPolicy', ({ open: openStore }) => {
  test('default: the highest cost is reserved, the actual cost is charged, the rest is free again', async () => {
    const { policy, reserve, end } = open(await openStore())
    expect(await policy.readBudget(aReturn)).toBe(100n)
    const row = costing(60)
    expect(await reserve(row)).toBe('reserved')
    expect(await policy.readBudget(aReturn)).toBe(40n)
    await end([row], { row, spent: 25n })
    expect(await policy.readBudget(aReturn)).toBe(75n)
  })

  test('behavior: the limit can be reached exactly and is never exceeded', async () => {
    const { policy, reserve } = open(await openStore())
    expect(await reserve(costing(101))).toEqual(new KeeperLimitError(101n, 100n))
    expect(await reserve(costing(99))).toBe('reserved')
    expect(await reserve(costing(2))).toEqual(new KeeperLimitError(2n, 100n))
    expect(await policy.readBudget(aReturn)).toBe(1n)
    expect(await reserve(costing(1))).toBe('reserved')
    expect(await reserve(costing(1))).toBeInstanceOf(KeeperLimitError)
    expect(await policy.readBudget(aReturn)).toBe(0n)
  })

  test('behavior: a first transaction may cost the whole limit, and what was spent counts as much as what is held', async () => {
    const { policy, reserve, end } = open(await openStore())
    const row = costing(100)
    expect(await reserve(row)).toBe('reserved')
    await end([row], { row, spent: 100n })
    expect(await reserve(costing(1))).toBeInstanceOf(KeeperLimitError)
    expect(await policy.readBudget(aReturn)).toBe(0n)
  })

  test('behavior: a part of a base unit is reserved as a whole one', async () => {
    const { policy, reserve } = open(await openStore())
    expect(await reserve(costing(100, { extraWei: 1n }))).toEqual(new KeeperLimitError(101n, 100n))
    expect(await reserve(costing(98, { extraWei: 1n }))).toBe('reserved')
    expect(await policy.readBudget(aReturn)).toBe(1n)
  })

  test('behavior: attempts that are dead release all of their reservations', async () => {
    const { policy, reserve, end } = open(await openStore())
    const rows = [costing(40), costing(50)]
    for (const row of rows) expect(await reserve(row)).toBe('reserved')
    await end(rows)
    expect(await policy.readBudget(aReturn)).toBe(100n)
  })

  test('behavior: one that was released before only charges its cost, even above the limit', async () => {
    const { policy, reserve, end } = open(await openStore())
    const row = costing(90)
    await reserve(row)
    await end([row])
    await end([], { row, spent: 130n })
    expect(await policy.readBudget(aReturn)).toBe(0n)
  })

  test('behavior: each UTC day has its own limit, and a cost counts for the day of its reservation', async () => {
    const { policy, clock, reserve, end } = open(await openStore())
    const lastMoment = Math.floor(NOON / dayMs) * dayMs + dayMs - 1
    const row = costing(100, { at: lastMoment })
    expect(await reserve(row)).toBe('reserved')
    clock.now = lastMoment
    expect(await policy.readBudget(aReturn)).toBe(0n)
    clock.now = lastMoment + 1
    expect(await policy.readBudget(aReturn)).toBe(100n)
    expect(await reserve(costing(70, { at: lastMoment + 1 }))).toBe('reserved')
    await end([row], { row, spent: 10n })
    expect(await policy.readBudget(aReturn)).toBe(30n)
    clock.now = lastMoment
    expect(await policy.readBudget(aReturn)).toBe(90n)
  })

  test('behavior: each chain has its own limit', async () => {
    const store = await openStore()
    const one = open(store)
    const other = open(store, { chainId: 84532 })
    expect(await one.reserve(costing(100))).toBe('reserved')
    expect(await other.policy.readBudget(aReturn)).toBe(100n)
    expect(await other.reserve(costing(100))).toBe('reserved')
  })

  test('behavior: pulls of one owner are limited to a twentieth, and leave the limits of others alone', async () => {
    const { policy, reserve } = open(await openStore())
    expect(await policy.readBudget(pull())).toBe(10n)
    expect(await reserve(costing(10, { job: pull() }))).toBe('reserved')
    expect(await reserve(costing(1, { job: pull() }))).toEqual(new KeeperLimitError(1n, 10n))
    const lowerCase = newJobId({ kind: 'pull', ownerHash: `0x${'ab'.repeat(32)}` })
    expect(await policy.readBudget(lowerCase)).toBe(0n)
    expect(await policy.readBudget(newJobId({ kind: 'pull', ownerHash: `0x${'cd'.repeat(32)}` }))).toBe(10n)
    expect(await policy.readBudget(aReturn)).toBe(100n)
  })

  test('behavior: repeated pulls share half of the limit of pulls, and first pulls all of it', async () => {
    const { policy, reserve, end } = open(await openStore())
    const by = (kind: 'pull' | 'again', owner: number) =>
      newJobId({ kind, ownerHash: `0x${owner.toString(16).padStart(64, '0')}` })
    const paid = Array.from({ length: 10 }, (_, owner) => costing(10, { job: by('again', owner) }))
    for (const row of paid) expect(await reserve(row)).toBe('reserved')
    expect(await reserve(costing(1, { job: by('again', 10) }))).toEqual(new KeeperLimitError(1n, 100n))
    expect(await policy.readBudget(by('again', 10))).toBe(0n)
    // What the refused one had reserved in the limits before that one is undone.
    for (let owner = 10; owner < 20; owner++)
      expect(await reserve(costing(10, { job: by('pull', owner) }))).toBe('reserved')
    expect(await reserve(costing(1, { job: by('pull', 20) }))).toEqual(new KeeperLimitError(1n, 200n))
    const [row] = paid
    if (row) await end([row], { row, spent: 4n })
    expect(await policy.readBudget(by('again', 0))).toBe(6n)
    expect(await policy.readBudget(by('pull', 20))).toBe(6n)
  })

  test('parameter: pullLimit is by default the limit of returns', async () => {
    const { policy } = open(await openStore(), { pullLimit: undefined })
    expect(await policy.readBudget(pull())).toBe(5n)
  })

  test('behavior: refilling, and a transaction without a job, count with the returns', async () => {
    const { policy, reserve } = open(await openStore())
    expect(await reserve(costing(30, { job: newJobId({ kind: 'refill' }) }))).toBe('reserved')
    expect(await reserve({ ...costing(30), operation_id: null })).toBe('reserved')
    expect(await policy.readBudget(aReturn)).toBe(40n)
    expect(await policy.readBudget(pull())).toBe(10n)
  })

  test('behavior: of many reservations at once as many succeed as fit', async () => {
    const { policy, reserve } = open(await openStore())
    const results = await Promise.all(Array.from({ length: 20 }, () => reserve(costing(15))))
    expect(results.filter((result) => result === 'reserved')).toHaveLength(6)
    expect(await policy.readBudget(aReturn)).toBe(10n)
  })

  test('behavior: the process that asked for a job learns its outcome; nothing is kept for another process', async () => {
    const store = await openStore()
    const { policy, ends } = open(store)
    await policy.settle(aReturn, { kind: 'superseded' })
    expect(ends).toEqual([[aReturn, { kind: 'superseded' }]])
    await store.transaction((tx) => policy.recordSent(tx, aReturn))
    await policy.recover()
    expect(await policy.findUnsettled(store.db)).toEqual([])
    expect(await store.db.selectFrom('spending').selectAll().execute()).toEqual([])
  })
})
