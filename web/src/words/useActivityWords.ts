import type { ActivityWords } from './ActivityWords.js'
import { activity } from './activity.en.js'
import { createCatalogue, useCatalogue } from './catalogue.js'

const catalogue = createCatalogue<ActivityWords>({
  en: activity,
  de: async () => (await import('./german.js')).german.activity,
})

/** The words of the screen, in the language of the page. */
export function useActivityWords(): ActivityWords {
  return useCatalogue(catalogue)
}
