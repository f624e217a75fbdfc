import type { Holdfast } from './createHoldfast.js'
import { identityOf } from './internal/plain.js'
import type { JournalEntry } from './journal.js'
import type { ReadQuery } from './types.js'

/** Options of a query for the rows of the journal, newest first, without their `secret` and `progress`. */
export function journalQueryOptions(
  holdfast: Holdfast,
): ReadQuery<readonly Omit<JournalEntry, 'secret' | 'progress'>[]> {
  return {
    queryKey: ['holdfast', 'journal', { by: identityOf(holdfast) }],
    queryFn: async () => {
      const entries = await holdfast.journal.list()
      return entries.map(({ secret: _, progress: __, ...row }) => row)
    },
    enabled: true,
    retry: false,
    networkMode: 'always',
  }
}
