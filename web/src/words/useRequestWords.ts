import { createCatalogue, useCatalogue } from './catalogue.js'
import type { RequestWords } from './RequestWords.js'

const catalogue = createCatalogue<RequestWords>({
  en: async () => (await import('./request.en.js')).request,
  de: async () => (await import('./request.de.js')).request,
})

/** The words of the screen, in the language of the page. */
export function useRequestWords(): RequestWords {
  return useCatalogue(catalogue)
}
