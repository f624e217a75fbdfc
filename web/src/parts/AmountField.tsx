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
  /** `null` for none. @default the balance; until it is known its line is empty, so that nothing moves when it comes */
  hint?: string | null | undefined
  amount: string
  /** `null` where there is no account. */
  balance?: bigint | null | undefined
  fault: AmountFault | undefined
  onChange: (amount: string) => void
  onLeave?: () => void
}) {
  const { words, format } = useWords()
  const id = useId()
  const holds = balance === undefined ? '\u00a0' : balance === null ? null : words.field.balance(format.usdc(balance))
  const shown = hint === undefined ? holds : hint
  return (
    <div className="field">
      <label htmlFor={id}>{label ?? words.field.amount}</label>
      {shown !== null && (
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
