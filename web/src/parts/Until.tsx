import { useEffect, useState } from 'react'
import { useWords } from '../words/useWords.js'

/** A deadline as a time, and as how long it is until then. */
export function Until({ date, now: fixed }: { date: Date; now?: Date }) {
  const { format } = useWords()
  const [now, setNow] = useState(() => fixed ?? new Date())
  useEffect(() => {
    if (fixed !== undefined) return undefined
    const timer = setInterval(() => setNow(new Date()), 20_000)
    return () => clearInterval(timer)
  }, [fixed])
  return (
    <span>
      <time dateTime={date.toISOString()}>{format.moment(date, now)}</time>{' '}
      <span className="hint">({format.until(date, now)})</span>
    </span>
  )
}
