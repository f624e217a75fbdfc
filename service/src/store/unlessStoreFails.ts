import { StoreUnavailableError } from './StoreErrors.js'

/**
 * Waits for a query whose result is not needed: an operation that was admitted goes on while the store does not answer, and a
 * refusal would say that nothing was sent.
 *
 * @param otherwise - The result when the store does not answer.
 */
export function unlessStoreFails<value, other>(work: Promise<value>, otherwise: other): Promise<value | other> {
  return work.catch((error: unknown) => {
    if (error instanceof StoreUnavailableError) return otherwise
    throw error
  })
}
