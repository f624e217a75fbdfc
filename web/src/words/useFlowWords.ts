import { createCatalogue, useCatalogue } from './catalogue.js'
import type { FlowWords } from './FlowWords.js'

const catalogue = createCatalogue<FlowWords>({
  en: async () => (await import('./flow.en.js')).flow,
  de: async () => (await import('./flow.de.js')).flow,
})

export function useFlowWords(): FlowWords {
  return useCatalogue(catalogue)
}
