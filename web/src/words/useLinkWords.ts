import { createCatalogue, useCatalogue } from './catalogue.js'
import type { LinkWords } from './LinkWords.js'

const catalogue = createCatalogue<LinkWords>({
  en: async () => (await import('./link.en.js')).link,
  de: async () => (await import('./link.de.js')).link,
})

/** The words of payment links, in the language of the page. */
export function useLinkWords(): LinkWords {
  return useCatalogue(catalogue)
}
