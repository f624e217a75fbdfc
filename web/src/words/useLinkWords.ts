import { createCatalogue, useCatalogue } from './catalogue.js'
import type { LinkWords } from './LinkWords.js'
import { link } from './link.en.js'

const catalogue = createCatalogue<LinkWords>({
  en: link,
  de: async () => (await import('./german.js')).german.link,
})

/** The words of payment links, in the language of the page. */
export function useLinkWords(): LinkWords {
  return useCatalogue(catalogue)
}
