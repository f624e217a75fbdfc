import { useHoldfast } from '@holdfast/react'
import { useQuery } from '@tanstack/react-query'
import type { OpenRow } from './openRow.js'

/**
 * What is open of all accounts of this browser, newest first; `undefined` until the journal is read, and nothing where it cannot be:
 * then no flow can begin either.
 */
export function useOpenRows(): readonly OpenRow[] | undefined {
  const { journal } = useHoldfast()
  const { data, isError } = useQuery({
    queryKey: ['holdfast', 'journal', 'open'],
    networkMode: 'always',
    async queryFn() {
      const rows = await journal.list()
      if (rows.length === 0) return []
      // What reads them loads with the first.
      const { openRowOf } = await import('./openRow.js')
      return rows.flatMap((row) => openRowOf(row) ?? [])
    },
  })
  return data ?? (isError ? none : undefined)
}

const none: readonly OpenRow[] = []
