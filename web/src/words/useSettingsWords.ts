import { createCatalogue, useCatalogue } from './catalogue.js'
import type { SettingsWords } from './SettingsWords.js'
import { settings } from './settings.en.js'

const catalogue = createCatalogue<SettingsWords>({
  en: settings,
  de: async () => (await import('./german.js')).german.settings,
})

/** The words of the screen, in the language of the page. */
export function useSettingsWords(): SettingsWords {
  return useCatalogue(catalogue)
}
