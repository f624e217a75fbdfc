import { useId } from 'react'
import { useWords } from '../../words/useWords.js'
import { readAmount } from '../send/readAmount.js'

/** A field for an amount of USDC, with what is wrong with it once it was left. */
export function AmountField({
  label,
  hint,
  value,
  isFaultShown,
  onChange,
  onLeave,
}: {
  label: string
  hint: string | undefined
  value: string
  isFaultShown: boolean
  onChange: (typed: string) => void
  onLeave: () => void
}) {
  const { words, format } = useWords()
  const id = useId()
  const amount = readAmount(value, undefined)
  const fault = isFaultShown && amount.kind === 'fault' ? words.amount[amount.fault](format) : undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <div className="amount-field">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          translate="no"
          value={value}
          aria-describedby={`${id}-hint ${id}-fault`}
          aria-invalid={fault !== undefined}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onLeave}
        />
        <span className="unit" translate="no">
          USDC
        </span>
      </div>
      <div id={`${id}-fault`} aria-live="polite">
        {fault !== undefined && <p className="fault">{fault}</p>}
      </div>
    </div>
  )
}
