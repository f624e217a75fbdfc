import { use } from 'react'
import { type LanguageId, useWords } from './useWords.js'

/** A language other than English. */
type Foreign = Exclude<LanguageId, 'en'>

/** The words of some screens, which come with them. */
export type Catalogue<words> = { readonly en: words; readonly load: (id: Foreign) => Promise<words> }

const all: Catalogue<unknown>[] = []

/**
 * Makes a catalogue. English comes with the screen; every other language is loaded once, and is English where its file cannot be
 * loaded.
 */
export function createCatalogue<words>({
  en,
  ...files
}: { readonly en: words } & Readonly<Record<Foreign, () => Promise<words>>>): Catalogue<words> {
  const loaded = new Map<Foreign, Promise<words>>()
  const load = (id: Foreign): Promise<words> => {
    const known = loaded.get(id)
    if (known !== undefined) return known
    const asked = files[id]().catch(() => {
      loaded.delete(id)
      return en
    })
    // What React reads, so that a screen whose words are here is drawn at once.
    asked.then((value) => Object.assign(asked, { status: 'fulfilled', value })).catch(() => {})
    loaded.set(id, asked)
    return asked
  }
  const catalogue = { en, load }
  all.push(catalogue)
  return catalogue
}

/** The words of a screen in the language of the page. Waits for them below a `Suspense`, but for English. */
export function useCatalogue<words>({ en, load }: Catalogue<words>): words {
  const { id } = useWords()
  return id === 'en' ? en : use(load(id))
}

/** Loads the words of every screen, for a page that draws them all. */
export async function loadCatalogues(id: Foreign): Promise<void> {
  await Promise.all(all.map(({ load }) => load(id)))
}
