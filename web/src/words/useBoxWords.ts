import type { BoxWords } from './BoxWords.js'
import { createCatalogue, useCatalogue } from './catalogue.js'

const catalogue = createCatalogue<BoxWords>({
  en: async () => (await import('./box.en.js')).box,
  de: async () => (await import('./box.de.js')).box,
})

/** The words of spending accounts, in the language of the page. */
export function useBoxWords(): BoxWords {
  return useCatalogue(catalogue)
}
