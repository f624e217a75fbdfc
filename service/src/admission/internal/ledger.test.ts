import { expect, test } from 'vitest'
import { readLedgers } from '../../../test/admission.js'
import { describeStores } from '../../../test/stores.js'
import { LedgerMovedError, readLedger, release } from './ledger.js'

const day = 20_000

describeStores('ledger', ({ open }) => {
  const hold = (scope: string, amount: number, limit: number) => ({ scope, amount, limit })

  test('default: what is written is read again, with what was settled', async () => {
    const store = await open()
    for (const table of ['quotas', 'spending'] as const) {
      await store.transaction(async (tx) => {
        const ledger = await readLedger(tx, table, day, new Set(['global', 'address:a']))
        expect(ledger.find([hold('global', 11, 10)])).toEqual(hold('global', 11, 10))
        ledger.hold([hold('global', 6, 10), hold('address:a', 6, 8)])
        // Held in memory already.
        expect(ledger.find([hold('global', 4, 10), hold('address:a', 3, 8)])).toEqual(hold('address:a', 3, 8))
        expect(ledger.find([hold('global', 4, 10), hold('address:a', 2, 8)])).toBeUndefined()
        ledger.hold([hold('global', 1, 10)])
        await ledger.write()
        await release(tx, table, day, ['global'], { held: 5, settled: 3 })
      })
      await store.transaction(async (tx) => {
        const ledger = await readLedger(tx, table, day, new Set(['global', 'address:a']))
        // 2 are held and 3 are settled.
        expect(ledger.find([hold('global', 5, 10)])).toBeUndefined()
        expect(ledger.find([hold('global', 6, 10)])).toEqual(hold('global', 6, 10))
        const tomorrow = await readLedger(tx, table, day + 1, new Set(['global']))
        expect(tomorrow.find([hold('global', 10, 10)])).toBeUndefined()
      })
    }
    expect(await readLedgers(store)).toEqual({
      'money address:a': '0 spent, 6 held',
      'money global': '3 spent, 2 held',
      'units address:a': '0 used, 6 held',
      'units global': '3 used, 2 held',
    })
  })

  test('error: nothing is written beyond a limit that another write has reached since the ledger was read', async () => {
    const store = await open()
    for (const [other, fits] of [
      [7, true],
      [8, false],
    ] as const) {
      const written = store.transaction(async (tx) => {
        const scopes = new Set(['global', 'network:a'])
        const ledger = await readLedger(tx, 'quotas', day, scopes)
        const second = await readLedger(tx, 'quotas', day, scopes)
        second.hold([hold('network:a', other, 10)])
        await second.write()
        ledger.hold([hold('global', 3, 1_000), hold('network:a', 3, 10)])
        expect(ledger.find([hold('network:a', 0, 10)])).toBeUndefined()
        await ledger.write()
        throw new Error('It fits, and is undone.')
      })
      await expect(written).rejects.toThrow(fits ? 'It fits' : LedgerMovedError)
    }
    expect(await readLedgers(store)).toEqual({})
  })

  test('behavior: a hold of nothing is not written', async () => {
    const store = await open()
    await store.transaction(async (tx) => {
      const ledger = await readLedger(tx, 'spending', day, new Set(['global', 'address:a']))
      await ledger.write()
      ledger.hold([hold('global', 0, 10)])
      await ledger.write()
      ledger.hold([hold('address:a', 1, 10)])
      await ledger.write()
    })
    expect(await readLedgers(store)).toEqual({ 'money address:a': '0 spent, 1 held' })
  })

  test('behavior: each kind of scope has its own limit, also in one statement', async () => {
    const store = await open()
    const holds = [
      hold('global', 9, 9),
      hold('address:a', 1, 5),
      hold('address:b', 5, 5),
      hold('network:a', 3, 4),
      hold('network-48:a', 6, 6),
    ]
    const write = () =>
      store.transaction(async (tx) => {
        const ledger = await readLedger(tx, 'quotas', day, new Set(holds.map(({ scope }) => scope)))
        ledger.hold(holds)
        await ledger.write()
      })
    await write()
    expect(Object.values(await readLedgers(store))).toEqual([
      '0 used, 1 held',
      '0 used, 5 held',
      '0 used, 9 held',
      '0 used, 6 held',
      '0 used, 3 held',
    ])
    await expect(write()).rejects.toThrow('A limit of quotas is reached.')
  })

  test('behavior: what is settled in a scope without a hold is counted', async () => {
    const store = await open()
    await store.transaction((tx) => release(tx, 'spending', day, ['global', 'chain:1'], { held: 0, settled: 4 }))
    expect(await readLedgers(store)).toEqual({ 'money chain:1': '4 spent, 0 held', 'money global': '4 spent, 0 held' })
  })
})
