import { useEffect, useState } from 'react'

/** The time of this machine, read again every 20 seconds and right after a deadline, so that a screen which stays open changes with it. */
export function useNow(deadline: Date | undefined): Date {
  const [now, setNow] = useState(() => new Date())
  const at = deadline?.getTime()
  useEffect(() => {
    if (at === undefined) return undefined
    const leftMs = at - now.getTime()
    // The deadline second itself still counts.
    const timer = setTimeout(() => setNow(new Date()), leftMs < 0 ? everyMs : Math.min(leftMs + 1_000, everyMs))
    return () => clearTimeout(timer)
  }, [at, now])
  return now
}

const everyMs = 20_000
