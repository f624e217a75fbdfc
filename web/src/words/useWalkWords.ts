import { createCatalogue, useCatalogue } from './catalogue.js'
import type { WalkWords } from './WalkWords.js'
import { walk } from './walk.en.js'

const catalogue = createCatalogue<WalkWords>({
  en: walk,
  de: async () => (await import('./german.js')).german.walk,
})

export function useWalkWords(): WalkWords {
  return useCatalogue(catalogue)
}
