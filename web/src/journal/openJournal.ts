import type { JournalStore } from '@holdfast/react'
import { isSharedOrigin } from '../network/storage.js'
import { createStore, openTabs, type Tabs } from './createStore.js'
import { keepForGood } from './keepForGood.js'
import { type Database, openDatabase } from './openDatabase.js'
import { openSealing } from './sealing.js'

/** Where the journal is, and whether it outlives the page. */
export type OpenJournal = {
  /** `undefined` for one in memory. */
  store: JournalStore | undefined
  tabs: Tabs | undefined
  /** `undefined` where the browser refuses storage. */
  database: Database | undefined
  isKept: boolean
}

/** Opens the journal of this browser. Where storage is refused, the journal is in memory, and the screens say so. */
export async function openJournal(): Promise<OpenJournal> {
  if (isSharedOrigin(location.pathname)) return inMemory
  try {
    const database = keepForGood(await openDatabase(), navigator.storage)
    const tabs = openTabs()
    const store = createStore(database, await openSealing(database), tabs)
    return { store, tabs, database, isKept: true }
  } catch {
    return inMemory
  }
}

const inMemory: OpenJournal = { store: undefined, tabs: undefined, database: undefined, isKept: false }
