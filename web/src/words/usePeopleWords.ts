import { createCatalogue, useCatalogue } from './catalogue.js'
import type { PeopleWords } from './PeopleWords.js'

const catalogue = createCatalogue<PeopleWords>({
  en: async () => (await import('./people.en.js')).people,
  de: async () => (await import('./people.de.js')).people,
})

/** The words of the address book, in the language of the page. */
export function usePeopleWords(): PeopleWords {
  return useCatalogue(catalogue)
}
