import type { Query, QueryClient } from '@tanstack/react-query'

/** Reads what this browser keeps again, after a tab has changed it. */
export async function readKeptAgain(queries: QueryClient): Promise<void> {
  // A first read that is under way would be waited for instead, and may be older than the change.
  await queries.cancelQueries({ predicate: isKept })
  await queries.invalidateQueries({ predicate: isKept })
}

/** Whether a query reads the database, which another tab may have changed. */
function isKept({ queryKey }: Query): boolean {
  return queryKey[1] === 'journal' || queryKey[0] === 'people'
}
