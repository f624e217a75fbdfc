import type { FaultWords } from './FaultWords.js'
import type { LanguageId } from './useWords.js'

/** Loads the sentences of errors, which a page needs after the first error. */
export async function loadFaults(id: LanguageId): Promise<FaultWords> {
  return (id === 'de' ? (await import('./german.js')).german : await import('./faults.en.js')).faults
}
