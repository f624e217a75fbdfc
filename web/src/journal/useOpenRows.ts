import { useHoldfast } from '@holdfast/react'
import { useQuery } from '@tanstack/react-query'
import type { OpenRow } from './openRow.js'

/**
 * The open operations of all accounts of this browser, newest first: `undefined` until the journal is read, and none if it cannot be
 * read, since no flow can begin then either.
 */
export function useOpenRows(): readonly OpenRow[] | undefined {
  const { journal } = useHoldfast()
  const { data, isError } = useQuery({
    queryKey: ['holdfast', 'journal', 'open'],
    networkMode: 'always',
    async queryFn() {
      const rows = await journal.list()
      if (rows.length === 0) return []
      // The code that reads rows loads with the first row.
      const { openRowOf } = await import('./openRow.js')
      return rows.flatMap((row) => openRowOf(row) ?? [])
    },
  })
  return data ?? (isError ? none : undefined)
}

const none: readonly OpenRow[] = []
