import type { ActivityWords } from './ActivityWords.js'
import { createCatalogue, useCatalogue } from './catalogue.js'

const catalogue = createCatalogue<ActivityWords>({
  en: async () => (await import('./activity.en.js')).activity,
  de: async () => (await import('./activity.de.js')).activity,
})

/** The words of the screen, in the language of the page. */
export function useActivityWords(): ActivityWords {
  return useCatalogue(catalogue)
}
