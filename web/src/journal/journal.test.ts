import { createJournal } from '@holdfast/react/query'
import { describe, expect, test } from 'vitest'
import { createStore, openTabs } from './createStore.js'
import { keepForGood } from './keepForGood.js'
import type { Database } from './openDatabase.js'
import { openSealing } from './sealing.js'
import { withFlowLock } from './withFlowLock.js'
import { withoutFlows } from './withoutFlows.js'

function memoryDatabase() {
  const rows = new Map<string, unknown>()
  const database: Database = {
    get: async (store, key) => rows.get(`${store}/${key}`),
    put: async (store, key, value) => void rows.set(`${store}/${key}`, value),
    add: async (store, key, value) => {
      if (rows.has(`${store}/${key}`)) throw new DOMException('The key is there.', 'ConstraintError')
      rows.set(`${store}/${key}`, value)
    },
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
  test.each(['allows', 'refuses'])(
    'behavior: asks once for persistent storage, after the first row, and stores rows in a browser that %s it',
    async (how) => {
      const { database, rows } = memoryDatabase()
      const asked: number[] = []
      const persist = async () => {
        asked.push([...rows.keys()].filter((key) => key.startsWith('journal/')).length)
        if (how === 'refuses') throw new TypeError('It is not allowed here.')
        return true
      }
      const kept = keepForGood(database, { persist })
      const journal = createJournal(createStore(kept, await openSealing(kept), { tell() {} }))
      expect(asked).toEqual([])
      await journal.keep({ secret: '7K3M-9QXV-AB2C-DEFG' })
      await journal.keep({ secret: '7K3M-9QXV-AB2C-DEFG' })
      expect(asked).toEqual([1])
    },
  )

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

  test('behavior: no row holds a secret in plain text, and no key can be exported', async () => {
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
    expect(await reopened.open(id)).toMatchObject({
      secret: { isLost: true },
      params: { claimHash: '0x01' },
      state: 'started',
    })
  })

  test('behavior: of two tabs that open the first journal at once, each can decrypt what the other has stored', async () => {
    const { database } = memoryDatabase()
    let isDone = () => {}
    // The first tab is done with its key before the second one writes.
    const done = new Promise<void>((resolve) => {
      isDone = resolve
    })
    const second = openSealing({ get: database.get, add: (...given) => done.then(() => database.add(...given)) })
    const first = await openSealing(database)
    const sealed = await first.seal({ secret: '7K3M-9QXV-AB2C-DEFG' })
    isDone()
    const both = [await second, await openSealing(database)]
    for (const one of both) expect(await one.open(sealed)).toEqual({ secret: '7K3M-9QXV-AB2C-DEFG' })
  })

  test('error: a full store keeps nothing, and reports that before a wallet is asked', async () => {
    const { database } = memoryDatabase()
    const sealing = await openSealing(database)
    const full = { ...database, put: () => Promise.reject(new DOMException('No room.', 'QuotaExceededError')) }
    let told = 0
    const journal = createJournal(createStore(full, sealing, { tell: () => void told++ }))
    const failure = await journal.keep({ secret: '7K3M-9QXV-AB2C-DEFG' }).catch((reason: unknown) => reason)
    expect(failure).toMatchObject({ effect: 'none', advice: { do: 'check_endpoint', of: 'store' } })
    expect(told).toBe(0)
    expect(await journal.list()).toEqual([])
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
  const chainId = 5042002
  const [one, other] = [
    { chainId, account: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
    { chainId, account: '0x00000000000000000000000000000000000000A1' },
  ] as const
  const request = `0x${'11'.repeat(32)}` as const

  /** What another tab holds, in names as the browser has them. */
  function locksBeside(taken: readonly string[]) {
    const asked: string[] = []
    const ask = async (name: string, _: object, run: (lock: object | null) => unknown) => {
      asked.push(name)
      return run(taken.includes(name) ? null : {})
    }
    // The three parameters that are used.
    return { asked, locks: { request: ask } as never }
  }

  /** Runs one while another one of the same tab runs. */
  async function whileRunning(first: Place, second: Place) {
    const outcome = await withFlowLock(first, () => withFlowLock(second, async () => 'paid'))
    return outcome.done
  }
  type Place = Parameters<typeof withFlowLock>[0]

  test('default: names account and chain', async () => {
    const { asked, locks } = locksBeside([])
    expect(await withFlowLock(one, async () => 'paid', locks)).toEqual({ done: 'paid' })
    expect(asked).toEqual(['holdfast:flows', 'holdfast:5042002:0x8617e340b3d01fa5f11f306f4090fd50e238070d'])
  })

  test.each([
    ['elsewhere', one, 'holdfast:5042002:0x8617e340b3d01fa5f11f306f4090fd50e238070d'],
    ['elsewhere', one, 'holdfast:flows'],
    ['request', { ...one, request }, `holdfast:${request}`],
  ] as const)(
    'behavior: pays nothing where another tab holds a lock, and says which: %s',
    async (busy, place, name) => {
      let runs = 0
      expect(await withFlowLock(place, async () => runs++, locksBeside([name]).locks)).toEqual({ busy })
      expect(runs).toBe(0)
    },
  )

  test.each([
    ['the same account', one, one, { busy: 'here' }],
    ['the same account, for a request', one, { ...one, request }, { busy: 'here' }],
    ['the same request from another account', { ...one, request }, { ...other, request }, { busy: 'request' }],
    ['another account', one, other, { done: 'paid' }],
    ['another chain', one, { ...one, chainId: 1 }, { done: 'paid' }],
  ] as const)('behavior: while one payment runs, a second of %s', async (_, first, second, outcome) => {
    expect(await whileRunning(first, second)).toEqual(outcome)
    expect(await withFlowLock(second, async () => 'later')).toEqual({ done: 'later' })
  })

  test('behavior: pays nothing where another tab has sent the same, and asks that once nothing else pays', async () => {
    let runs = 0
    const place = { ...one, request, isSent: async () => true }
    expect(await withFlowLock(place, async () => runs++)).toEqual({ busy: 'sent' })
    expect(runs).toBe(0)
    expect(await withFlowLock(place, async () => runs++, locksBeside([`holdfast:${request}`]).locks)).toEqual({
      busy: 'request',
    })
    const unread = { ...one, isSent: () => Promise.reject(new Error('The journal could not be read.')) }
    await expect(withFlowLock(unread, async () => runs++)).rejects.toThrow('could not be read')
    expect(await withFlowLock({ ...one, isSent: async () => false }, async () => ++runs)).toEqual({ done: 1 })
  })

  test('behavior: nothing is deleted while any account pays, and nothing is paid during a deletion', async () => {
    let deletions = 0
    const erase = () => withoutFlows(async () => void deletions++)
    expect((await withFlowLock(one, () => withFlowLock(other, erase))).done).toEqual({ done: false })
    expect(deletions).toBe(0)
    expect(await erase()).toBe(true)
    expect(deletions).toBe(1)
    let outcome: unknown
    await withoutFlows(async () => {
      outcome = await withFlowLock(one, async () => 'paid')
    })
    expect(outcome).toEqual({ busy: 'elsewhere' })
    expect(await withFlowLock(one, async () => 'paid')).toEqual({ done: 'paid' })
  })

  test('error: what fails frees its locks', async () => {
    const place = { ...one, request }
    await expect(withFlowLock(place, () => Promise.reject(new Error('declined')))).rejects.toThrow('declined')
    expect(await withFlowLock(place, async () => 'paid')).toEqual({ done: 'paid' })
  })
})
