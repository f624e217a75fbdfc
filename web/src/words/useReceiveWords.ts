import { createCatalogue, useCatalogue } from './catalogue.js'
import type { ReceiveWords } from './ReceiveWords.js'

const catalogue = createCatalogue<ReceiveWords>({
  en: async () => (await import('./receive.en.js')).receive,
  de: async () => (await import('./receive.de.js')).receive,
})

/** The words of the screen, in the language of the page. */
export function useReceiveWords(): ReceiveWords {
  return useCatalogue(catalogue)
}
