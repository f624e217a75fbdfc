import { useEffect, useState } from 'react'

/**
 * The time of this machine, read again every 20 seconds and right after a deadline, so that a screen which stays open changes with it.
 *
 * @param fixed - Returned instead, for a picture.
 */
export function useNow(deadline: Date | undefined, fixed?: Date): Date {
  const [now, setNow] = useState(() => fixed ?? new Date())
  const at = deadline?.getTime()
  useEffect(() => {
    if (fixed !== undefined || at === undefined) return undefined
    const leftMs = at - now.getTime()
    // The deadline second itself still counts.
    const timer = setTimeout(() => setNow(new Date()), leftMs < 0 ? everyMs : Math.min(leftMs + 1_000, everyMs))
    return () => clearTimeout(timer)
  }, [at, fixed, now])
  return now
}

const everyMs = 20_000
