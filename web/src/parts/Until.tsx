import { useWords } from '../words/useWords.js'
import { useNow } from './useNow.js'

/** A deadline as a time, and as how long it is until then. */
export function Until({ date, now: fixed }: { date: Date; now?: Date }) {
  const { format } = useWords()
  const now = useNow(date, fixed)
  return (
    <span>
      <time dateTime={date.toISOString()}>{format.moment(date, now)}</time>{' '}
      <span className="hint">({format.until(date, now)})</span>
    </span>
  )
}
