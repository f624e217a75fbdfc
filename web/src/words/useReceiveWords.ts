import { createCatalogue, useCatalogue } from './catalogue.js'
import type { ReceiveWords } from './ReceiveWords.js'
import { receive } from './receive.en.js'

const catalogue = createCatalogue<ReceiveWords>({
  en: receive,
  de: async () => (await import('./german.js')).german.receive,
})

/** Texts of the screen for receiving, in the language of the page. */
export function useReceiveWords(): ReceiveWords {
  return useCatalogue(catalogue)
}
