import { useId } from 'react'
import { useWords } from '../words/useWords.js'
import type { AmountFault } from '../words/Words.js'

/** The field of an amount of USDC, with what is wrong with it. */
export function AmountField({
  label,
  hint,
  amount,
  balance,
  fault,
  onChange,
  onLeave,
}: {
  /** @default the word for it */
  label?: string
  /** @default the balance, where it is known */
  hint?: string | undefined
  amount: string
  balance?: bigint | undefined
  fault: AmountFault | undefined
  onChange: (amount: string) => void
  onLeave?: () => void
}) {
  const { words, format } = useWords()
  const id = useId()
  const shown = hint ?? (balance === undefined ? undefined : words.field.balance(format.usdc(balance)))
  return (
    <div className="field">
      <label htmlFor={id}>{label ?? words.field.amount}</label>
      {shown !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {shown}
        </span>
      )}
      <div className="amount-field">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          translate="no"
          value={amount}
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
        {fault !== undefined && <p className="fault">{words.amount[fault](format)}</p>}
      </div>
    </div>
  )
}
