import { createCatalogue, useCatalogue } from './catalogue.js'
import type { RequestWords } from './RequestWords.js'
import { request } from './request.en.js'

const catalogue = createCatalogue<RequestWords>({
  en: request,
  de: async () => (await import('./german.js')).german.request,
})

/** Texts of payment requests, in the language of the page. */
export function useRequestWords(): RequestWords {
  return useCatalogue(catalogue)
}
