import { use } from 'react'
import { type LanguageId, useWords } from './useWords.js'

/** The words of one screen, which are in files of their own and load with it. */
export type Catalogue<words> = (id: LanguageId) => Promise<words>

const all: Catalogue<unknown>[] = []

/** Makes a catalogue, which loads each language once. A language whose file cannot be loaded is English. */
export function createCatalogue<words>(load: Readonly<Record<LanguageId, () => Promise<words>>>): Catalogue<words> {
  const loaded = new Map<LanguageId, Promise<words>>()
  const ask = (id: LanguageId): Promise<words> => {
    const known = loaded.get(id)
    if (known !== undefined) return known
    const asked = load[id]().catch(() => {
      loaded.delete(id)
      return load.en()
    })
    // What React reads, so that a screen whose words are here is drawn at once.
    asked.then((value) => Object.assign(asked, { status: 'fulfilled', value })).catch(() => {})
    loaded.set(id, asked)
    return asked
  }
  all.push(ask)
  return ask
}

/** The words of a screen in the language of the page. Waits for them below a `Suspense`. */
export function useCatalogue<words>(catalogue: Catalogue<words>): words {
  return use(catalogue(useWords().id))
}

/** Loads the words of every screen, for a page that draws them all. */
export async function loadCatalogues(id: LanguageId): Promise<void> {
  await Promise.all(all.map((ask) => ask(id)))
}
