import type { BoxWords } from './BoxWords.js'
import { box } from './box.en.js'
import { createCatalogue, useCatalogue } from './catalogue.js'

const catalogue = createCatalogue<BoxWords>({
  en: box,
  de: async () => (await import('./german.js')).german.box,
})

/** The words of spending accounts, in the language of the page. */
export function useBoxWords(): BoxWords {
  return useCatalogue(catalogue)
}
