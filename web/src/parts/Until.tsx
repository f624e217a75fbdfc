import { useWords } from '../words/useWords.js'

/**
 * A deadline as a time, and as how long it is until then.
 *
 * @param now - Of the chain, which decides it.
 */
export function Until({ date, now }: { date: Date; now: Date }) {
  const { format } = useWords()
  return (
    <span>
      <time dateTime={date.toISOString()}>{format.moment(date, now)}</time>{' '}
      <span className="hint">({format.until(date, now)})</span>
    </span>
  )
}
