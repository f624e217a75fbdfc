import { createCatalogue, useCatalogue } from './catalogue.js'
import type { ReviewWords } from './ReviewWords.js'
import { review } from './review.en.js'

const catalogue = createCatalogue<ReviewWords>({
  en: review,
  de: async () => (await import('./german.js')).german.review,
})

/** Sentences of a payment that is reviewed: its plan, its steps, and what became of it. In the language of the page. */
export function useReviewWords(): ReviewWords {
  return useCatalogue(catalogue)
}
