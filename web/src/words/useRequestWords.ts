import { createCatalogue, useCatalogue } from './catalogue.js'
import type { RequestWords } from './RequestWords.js'
import { request } from './request.en.js'

const catalogue = createCatalogue<RequestWords>({
  en: request,
  de: async () => (await import('./german.js')).german.request,
})

/** The words of the screen, in the language of the page. */
export function useRequestWords(): RequestWords {
  return useCatalogue(catalogue)
}
