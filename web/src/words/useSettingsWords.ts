import { createCatalogue, useCatalogue } from './catalogue.js'
import type { SettingsWords } from './SettingsWords.js'

const catalogue = createCatalogue<SettingsWords>({
  en: async () => (await import('./settings.en.js')).settings,
  de: async () => (await import('./settings.de.js')).settings,
})

/** The words of the screen, in the language of the page. */
export function useSettingsWords(): SettingsWords {
  return useCatalogue(catalogue)
}
