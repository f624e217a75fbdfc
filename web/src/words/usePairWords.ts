import { createCatalogue, useCatalogue } from './catalogue.js'
import type { PairWords } from './PairWords.js'

const catalogue = createCatalogue<PairWords>({
  en: async () => (await import('./pair.en.js')).pair,
  de: async () => (await import('./pair.de.js')).pair,
})

/** The words of the decision on two addresses, in the language of the page. */
export function usePairWords(): PairWords {
  return useCatalogue(catalogue)
}
