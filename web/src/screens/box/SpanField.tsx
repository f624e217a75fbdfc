import { useId } from 'react'
import { useWords } from '../../words/useWords.js'

/** A choice among spans of time, in seconds. */
export function SpanField({
  label,
  value,
  spans,
  onChange,
}: {
  label: string
  value: number
  spans: readonly number[]
  onChange: (seconds: number) => void
}) {
  const { format } = useWords()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {spans.map((span) => (
          <option key={span} value={span}>
            {format.span(span)}
          </option>
        ))}
      </select>
    </div>
  )
}
