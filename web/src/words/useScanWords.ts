import { createCatalogue, useCatalogue } from './catalogue.js'
import type { ScanWords } from './ScanWords.js'
import { scan } from './scan.en.js'

const catalogue = createCatalogue<ScanWords>({
  en: scan,
  de: async () => (await import('./german.js')).german.scan,
})

/** Texts of the screen that scans a QR code, in the language of the page. */
export function useScanWords(): ScanWords {
  return useCatalogue(catalogue)
}
