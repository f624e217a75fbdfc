import type { Contact, ContactBook } from '@holdfast/sdk/contacts'
import { ServiceError } from '@holdfast/sdk/errors'
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
  const { all, ...rows } = database ?? createMemory()
  const put: typeof rows.put = (...row) => rows.put(...row).catch(notStored)
  const remove: typeof rows.remove = (...row) => rows.remove(...row).catch(notStored)
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (task: () => Promise<void>): Promise<void> => {
    const next = last.then(task)
    last = next.catch(() => {})
    return next.then(() => tabs?.tell())
  }
  const readRows = async (): Promise<Row[]> => {
    // Only `change` below makes rows.
    const found = (await all('contacts')) as Row[]
    return found.toSorted((a, b) => a.at - b.at)
  }
  return {
    async read() {
      const [contacts, pairs] = await Promise.all([readRows(), all('pairs')])
      // Only `decide` below makes rows.
      return { book: contacts.map(({ contact }) => contact), pairs: pairs as PairDecision[] }
    },
    change: (change) =>
      inTurn(async () => {
        const before = await readRows()
        const after = change(before.map(({ contact }) => contact))
        const end = (before.at(-1)?.at ?? 0) + 1
        const known = new Map(before.map((row) => [keyOf(row.contact), row]))
        for (const [index, contact] of after.entries()) {
          const row = known.get(keyOf(contact))
          if (row?.contact !== contact) await put('contacts', keyOf(contact), { contact, at: row?.at ?? end + index })
        }
        const kept = new Set(after.map(keyOf))
        for (const { contact } of before) if (!kept.has(keyOf(contact))) await remove('contacts', keyOf(contact))
      }),
    decide: (decision) => inTurn(() => put('pairs', pairKey(decision), decision)),
    revoke: (decision) => inTurn(() => remove('pairs', pairKey(decision))),
    forget: () =>
      inTurn(async () => {
        for (const { contact } of await readRows()) await remove('contacts', keyOf(contact))
        // Only `decide` above makes rows.
        for (const pair of (await all('pairs')) as PairDecision[]) await remove('pairs', pairKey(pair))
      }),
  }
}

/** An address book that cannot be written moves no money. */
function notStored(cause: unknown): never {
  throw new ServiceError('The address book could not be written.', {
    effect: 'none',
    retry: 'after_change',
    advice: { do: 'check_endpoint', of: 'store' },
    hint: 'Allow this page to store data, or free some space, and try again.',
    cause,
  })
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
