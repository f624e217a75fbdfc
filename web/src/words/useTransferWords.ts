import { createCatalogue, useCatalogue } from './catalogue.js'
import type { TransferWords } from './TransferWords.js'
import { transfer } from './transfer.en.js'

const catalogue = createCatalogue<TransferWords>({
  en: transfer,
  de: async () => (await import('./german.js')).german.transfer,
})

/** Sentences of one payment: its state, its code, and what can be done with it. In the language of the page. */
export function useTransferWords(): TransferWords {
  return useCatalogue(catalogue)
}
