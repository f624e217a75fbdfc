import { closeSearches, openSearches } from './pendingSearches.js'

let folder: string | undefined

/** Called by vitest before a run. */
export function setup(): void {
  folder = openSearches()
}

/**
 * Called at the end of a run: each test file that can leak a secret must have searched its own trace by then, because
 * only its process knows the secrets it has drawn.
 */
export function teardown(): void {
  const left = folder === undefined ? [] : closeSearches(folder)
  if (left.length === 0) return
  // A failed teardown alone is only a line in the log.
  process.exitCode = 1
  throw new Error(`No search for secrets has ended in: ${left.join(', ')}`)
}
