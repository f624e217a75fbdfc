import { useId } from 'react'

/** One line of text that is a hash, a link or a part of an address: nothing completes, corrects or translates it. */
export function TextField({
  label,
  hint,
  value,
  onChange,
  fault,
  isMono = true,
  live = 'polite',
}: {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
  /** What is wrong with it. */
  fault: string | undefined
  isMono?: boolean | undefined
  /** How soon a screen reader reads the fault. */
  live?: 'polite' | 'assertive' | undefined
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="hint" id={`${id}-hint`}>
        {hint}
      </span>
      <input
        id={id}
        className={isMono ? 'mono' : undefined}
        value={value}
        autoComplete="off"
        spellCheck={false}
        translate="no"
        aria-describedby={`${id}-hint ${id}-fault`}
        aria-invalid={fault !== undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <div id={`${id}-fault`} aria-live={live}>
        {fault !== undefined && <p className="fault">{fault}</p>}
      </div>
    </div>
  )
}
