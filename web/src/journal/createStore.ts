import type { JournalEntry, JournalStore } from '@holdfast/react'
import type { Database } from './openDatabase.js'
import type { Sealed, Sealing } from './sealing.js'

/** Tells each tab, this one too, that a row has changed. */
export type Tabs = { tell: () => void; listen: (changed: () => void) => () => void }

/** The journal of `@holdfast/react` in a database, its secrets sealed. */
export function createStore(database: Database, sealing: Sealing, tabs: Pick<Tabs, 'tell'>): JournalStore {
  return {
    async read(id) {
      const row = await database.get('journal', id)
      return row === undefined ? undefined : opened(row, sealing)
    },
    async write({ secret, ...entry }) {
      await database.put('journal', entry.id, { ...entry, secret: await sealing.seal(secret) })
      tabs.tell()
    },
    async list() {
      const rows = await database.all('journal')
      return Promise.all(rows.map((row) => opened(row, sealing)))
    },
    async remove(id) {
      await database.remove('journal', id)
      tabs.tell()
    },
  }
}

/** A secret of a lost key is gone; the rest of its row still finds the payment on chain. */
async function opened(row: unknown, sealing: Sealing): Promise<JournalEntry> {
  // Only `write` above makes rows.
  const { secret, ...entry } = row as Omit<JournalEntry, 'secret'> & { secret: Sealed }
  return { ...entry, secret: await sealing.open(secret).catch(() => ({})) }
}

/** The channel `holdfast` between the tabs of this browser. What listens hears its own tab as well. */
export function openTabs(): Tabs {
  const channel = new BroadcastChannel('holdfast')
  const own = new EventTarget()
  return {
    tell() {
      channel.postMessage('journal')
      own.dispatchEvent(new Event('message'))
    },
    listen(changed) {
      for (const target of [channel, own]) target.addEventListener('message', changed)
      return () => {
        for (const target of [channel, own]) target.removeEventListener('message', changed)
      }
    },
  }
}
