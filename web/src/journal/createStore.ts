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
      return isRow(row) ? opened(row, sealing) : undefined
    },
    async write({ secret, ...entry }) {
      await database.put('journal', entry.id, { ...entry, secret: await sealing.seal(secret) })
      tabs.tell()
    },
    async list() {
      const rows = await database.all('journal')
      return Promise.all(rows.filter(isRow).map((row) => opened(row, sealing)))
    },
    async remove(id) {
      await database.remove('journal', id)
      tabs.tell()
    },
  }
}

type Row = Omit<JournalEntry, 'secret'> & { secret: Sealed }

/** Whether it was written by `write` above. What another version or another program has left there is not shown. */
function isRow(row: unknown): row is Row {
  if (typeof row !== 'object' || row === null) return false
  const { id, state, params, progress, txHashes, startedAt, secret }: Partial<Record<keyof Row, unknown>> = row
  const areObjects = [params, progress, secret].every((value) => typeof value === 'object' && value !== null)
  const areTexts = [id, state].every((value) => typeof value === 'string')
  return areObjects && areTexts && Array.isArray(txHashes) && startedAt instanceof Date
}

/** A secret of a lost key is gone, and the row says so; the rest of it still finds the payment on chain. */
async function opened({ secret, ...entry }: Row, sealing: Sealing): Promise<JournalEntry> {
  return { ...entry, secret: await sealing.open(secret).catch(() => ({ isLost: true })) }
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
