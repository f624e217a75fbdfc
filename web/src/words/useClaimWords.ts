import type { ClaimWords } from './ClaimWords.js'
import { createCatalogue, useCatalogue } from './catalogue.js'
import { claim } from './claim.en.js'

const catalogue = createCatalogue<ClaimWords>({ en: claim, de: async () => (await import('./german.js')).german.claim })

/** Sentences of claiming a payment. In the language of the page. */
export function useClaimWords(): ClaimWords {
  return useCatalogue(catalogue)
}
