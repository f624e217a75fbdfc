import { lazy, Suspense } from 'react'
import type { OpenNoteProps } from './OpenNote.js'

/** For what must not be shown before the note. */
export const SuspendingOpenNote = lazy(() => import('./OpenNote.js').then(({ OpenNote }) => ({ default: OpenNote })))

/** A note of what is open, which few people have: it loads with the first. */
export function LazyOpenNote(props: OpenNoteProps) {
  return (
    <Suspense fallback={null}>
      <SuspendingOpenNote {...props} />
    </Suspense>
  )
}
