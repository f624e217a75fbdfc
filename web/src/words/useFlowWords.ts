import { createCatalogue, useCatalogue } from './catalogue.js'
import type { FlowWords } from './FlowWords.js'
import { flow } from './flow.en.js'

const catalogue = createCatalogue<FlowWords>({
  en: flow,
  de: async () => (await import('./german.js')).german.flow,
})

export function useFlowWords(): FlowWords {
  return useCatalogue(catalogue)
}
