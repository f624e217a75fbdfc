import { createJournal } from '@holdfast/react/query'
import { describe, expect, test } from 'vitest'
import { createStore, openTabs } from './createStore.js'
import type { Database } from './openDatabase.js'
import { openSealing } from './sealing.js'
import { withFlowLock } from './withFlowLock.js'

function memoryDatabase() {
  const rows = new Map<string, unknown>()
  const database: Database = {
    get: async (store, key) => rows.get(`${store}/${key}`),
    put: async (store, key, value) => void rows.set(`${store}/${key}`, value),
    all: async (store) => [...rows].flatMap(([key, value]) => (key.startsWith(`${store}/`) ? [value] : [])),
    remove: async (store, key) => void rows.delete(`${store}/${key}`),
  }
  return { rows, database }
}

async function openTestJournal() {
  const { rows, database } = memoryDatabase()
  let told = 0
  const store = createStore(database, await openSealing(database), { tell: () => void told++ })
  return { rows, database, journal: createJournal(store), told: () => told }
}

describe('the journal of the page', () => {
  test('default: a reload finds the secret of a payment', async () => {
    const { database, journal } = await openTestJournal()
    const id = await journal.keep({ secret: '7K3M-9QXV-AB2C-DEFG', amount: 25n, expires: new Date(0) })
    const reopened = createJournal(createStore(database, await openSealing(database), { tell() {} }))
    expect((await reopened.open(id)).secret).toEqual({
      secret: '7K3M-9QXV-AB2C-DEFG',
      amount: 25n,
      expires: new Date(0),
    })
  })

  test('behavior: no row holds a secret in the open, and no key can be exported', async () => {
    const { rows, journal } = await openTestJournal()
    const id = await journal.keep({ secret: '7K3M-9QXV-AB2C-DEFG' })
    const row = rows.get(`journal/${id}`) as { secret: { bytes: ArrayBuffer } }
    expect(
      JSON.stringify(row, (_, value) => (value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value)),
    ).not.toContain('7K3M')
    await expect(crypto.subtle.exportKey('raw', rows.get('keys/journal') as CryptoKey)).rejects.toThrow()
  })

  test('behavior: a row whose key is lost still names the payment', async () => {
    const { rows, database, journal } = await openTestJournal()
    const id = await journal.keep({ secret: '7K3M-9QXV-AB2C-DEFG' })
    await journal.change(id, () => ({ params: { claimHash: '0x01' }, state: 'started' }))
    rows.delete('keys/journal')
    const reopened = createJournal(createStore(database, await openSealing(database), { tell() {} }))
    expect(await reopened.open(id)).toMatchObject({ secret: {}, params: { claimHash: '0x01' }, state: 'started' })
  })

  test('behavior: other tabs are notified of each change', async () => {
    const { journal, told } = await openTestJournal()
    const id = await journal.keep({})
    await journal.remove(id)
    expect(told()).toBe(2)
  })
})

test('a change notifies its own tab and another one', async () => {
  const [one, other] = [openTabs(), openTabs()]
  const heard: string[] = []
  one.listen(() => void heard.push('own'))
  const arrived = new Promise<void>((resolve) => {
    other.listen(() => {
      heard.push('other')
      resolve()
    })
  })
  one.tell()
  expect(heard).toEqual(['own'])
  await arrived
  expect(heard).toEqual(['own', 'other'])
})

describe('withFlowLock', () => {
  const place = { chainId: 5042002, account: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' } as const

  test('default: names account and chain', async () => {
    const names: string[] = []
    const request = async (name: string, _: object, run: (lock: object | null) => unknown) => {
      names.push(name)
      return run({})
    }
    // The three parameters that are used.
    expect(await withFlowLock(place, async () => 'paid', { request } as never)).toBe('paid')
    expect(names).toEqual(['holdfast:5042002:0x8617e340b3d01fa5f11f306f4090fd50e238070d'])
  })

  test('behavior: pays nothing where another tab pays', async () => {
    const request = async (_: string, __: object, run: (lock: object | null) => unknown) => run(null)
    let runs = 0
    // The three parameters that are used.
    expect(await withFlowLock(place, async () => runs++, { request } as never)).toBe('busy')
    expect(runs).toBe(0)
  })
})
