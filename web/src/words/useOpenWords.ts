import { createCatalogue, useCatalogue } from './catalogue.js'
import type { OpenWords } from './OpenWords.js'
import { open } from './open.en.js'

const catalogue = createCatalogue<OpenWords>({
  en: open,
  de: async () => (await import('./german.js')).german.open,
})

export function useOpenWords(): OpenWords {
  return useCatalogue(catalogue)
}
