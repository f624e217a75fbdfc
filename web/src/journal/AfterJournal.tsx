import { type ReactNode, Suspense } from 'react'
import { useOpenRows } from './useOpenRows.js'

/**
 * Shows a form together with the notes of what is open: once the journal is read, and once the notes have loaded. A note that came
 * after its form would move it under the finger, and a person could begin an operation again without having seen it.
 */
export function AfterJournal({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return useOpenRows() === undefined ? fallback : <Suspense fallback={fallback}>{children}</Suspense>
}
