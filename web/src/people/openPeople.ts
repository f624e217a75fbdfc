import type { Contact, ContactBook } from '@holdfast/sdk/contacts'
import type { PairDecision } from '@holdfast/sdk/risk'
import type { Tabs } from '../journal/createStore.js'
import type { Database } from '../journal/openDatabase.js'

/** Whom a person knows: contacts, and decisions on pairs of addresses that look alike. */
export type Known = { book: ContactBook; pairs: readonly PairDecision[] }

/** Where the address book of this browser is. */
export type People = {
  read: () => Promise<Known>
  /** Applies a function of the library to the book as it is now, which another tab may have changed. */
  change: (change: (book: ContactBook) => ContactBook) => Promise<void>
  decide: (decision: PairDecision) => Promise<void>
  revoke: (decision: PairDecision) => Promise<void>
  /** Deletes all contacts and decisions. */
  forget: () => Promise<void>
}

/** Opens the address book; in memory where the browser refuses storage. */
export function openPeople(
  database: Pick<Database, 'all' | 'put' | 'remove'> | undefined,
  tabs?: Pick<Tabs, 'tell'>,
): People {
  const rows = database ?? createMemory()
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (task: () => Promise<void>): Promise<void> => {
    const next = last.then(task)
    last = next.catch(() => {})
    return next.then(() => tabs?.tell())
  }
  const readRows = async (): Promise<Row[]> => {
    // Only `change` below makes rows.
    const found = (await rows.all('contacts')) as Row[]
    return found.toSorted((a, b) => a.at - b.at)
  }
  return {
    async read() {
      const [contacts, pairs] = await Promise.all([readRows(), rows.all('pairs')])
      // Only `decide` below makes rows.
      return { book: contacts.map(({ contact }) => contact), pairs: pairs as PairDecision[] }
    },
    change: (change) =>
      inTurn(async () => {
        const before = await readRows()
        const after = change(before.map(({ contact }) => contact))
        const end = (before.at(-1)?.at ?? 0) + 1
        for (const [index, contact] of after.entries()) {
          const row = before.find((one) => keyOf(one.contact) === keyOf(contact))
          if (row?.contact !== contact)
            await rows.put('contacts', keyOf(contact), { contact, at: row?.at ?? end + index })
        }
        const kept = new Set(after.map(keyOf))
        for (const { contact } of before) if (!kept.has(keyOf(contact))) await rows.remove('contacts', keyOf(contact))
      }),
    decide: (decision) => inTurn(() => rows.put('pairs', pairKey(decision), decision)),
    revoke: (decision) => inTurn(() => rows.remove('pairs', pairKey(decision))),
    forget: () =>
      inTurn(async () => {
        for (const { contact } of await readRows()) await rows.remove('contacts', keyOf(contact))
        // Only `decide` above makes rows.
        for (const pair of (await rows.all('pairs')) as PairDecision[]) await rows.remove('pairs', pairKey(pair))
      }),
  }
}

/** `at` is the place in the order of saving, which the library keeps. */
type Row = { contact: Contact; at: number }

function keyOf({ address }: Contact): string {
  return address.toLowerCase()
}

/** Of both addresses without order: one pair has one decision. */
function pairKey({ sender, keep, over }: PairDecision): string {
  return [sender, ...[keep, over].map((one) => one.toLowerCase()).sort()].join(':').toLowerCase()
}

function createMemory(): Pick<Database, 'all' | 'put' | 'remove'> {
  const stores = new Map<string, Map<string, unknown>>()
  const of = (name: string) => {
    const store = stores.get(name) ?? new Map<string, unknown>()
    stores.set(name, store)
    return store
  }
  return {
    all: async (store) => [...of(store).values()],
    put: async (store, key, value) => void of(store).set(key, value),
    remove: async (store, key) => void of(store).delete(key),
  }
}
