import { createCatalogue, useCatalogue } from './catalogue.js'
import type { WalkWords } from './WalkWords.js'

const catalogue = createCatalogue<WalkWords>({
  en: async () => (await import('./walk.en.js')).walk,
  de: async () => (await import('./walk.de.js')).walk,
})

export function useWalkWords(): WalkWords {
  return useCatalogue(catalogue)
}
