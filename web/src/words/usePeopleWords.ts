import { createCatalogue, useCatalogue } from './catalogue.js'
import type { PeopleWords } from './PeopleWords.js'
import { people } from './people.en.js'

const catalogue = createCatalogue<PeopleWords>({
  en: people,
  de: async () => (await import('./german.js')).german.people,
})

/** The words of the address book, in the language of the page. */
export function usePeopleWords(): PeopleWords {
  return useCatalogue(catalogue)
}
