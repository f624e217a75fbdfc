import { createCatalogue, useCatalogue } from './catalogue.js'
import type { PairWords } from './PairWords.js'
import { pair } from './pair.en.js'

const catalogue = createCatalogue<PairWords>({
  en: pair,
  de: async () => (await import('./german.js')).german.pair,
})

/** The words of the decision on two addresses, in the language of the page. */
export function usePairWords(): PairWords {
  return useCatalogue(catalogue)
}
