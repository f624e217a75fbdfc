import { createCatalogue, useCatalogue } from './catalogue.js'
import type { PayWords } from './PayWords.js'
import { pay } from './pay.en.js'

const catalogue = createCatalogue<PayWords>({ en: pay, de: async () => (await import('./german.js')).german.pay })

/** Texts of a payment: its form, the check, and the page of a block, in the language of the page. */
export function usePayWords(): PayWords {
  return useCatalogue(catalogue)
}
