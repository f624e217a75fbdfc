import { useState } from 'react'

/** A value, and the last one that was there while it is missing. */
export function useLast<value>(current: value | undefined): value | undefined {
  const [last, setLast] = useState(current)
  if (current !== undefined && current !== last) setLast(current)
  return current ?? last
}
