import { useId, useState } from 'react'
import { keepLink } from '../app/hideCode.js'
import { usePayWords } from '../words/usePayWords.js'
import { useWords } from '../words/useWords.js'
import { LazyChangedPaste } from './LazyStops.js'
import type { TypedRecipient } from './readRecipient.js'
import type { ChangedPaste } from './StopPages.js'
import { watchPaste } from './watchPaste.js'

/** The field for the address of who is paid, with what is wrong with it once it was left. */
export function RecipientField({
  value,
  recipient,
  isFaultShown,
  onChange,
  onLeave,
}: {
  value: string
  /** What was typed, as it was read. */
  recipient: TypedRecipient
  isFaultShown: boolean
  onChange: (typed: string) => void
  onLeave: () => void
}) {
  const { words } = useWords()
  const pay = usePayWords()
  const id = useId()
  const [changed, setChanged] = useState<ChangedPaste>()
  const fault = isFaultShown && recipient.kind === 'fault' ? words.recipient[recipient.fault] : undefined
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{pay.send.recipient}</label>
        <span className="hint" id={`${id}-hint`}>
          {pay.send.recipientHint}
        </span>
        <textarea
          id={id}
          className="mono"
          rows={2}
          value={value}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          translate="no"
          dir="ltr"
          aria-describedby={`${id}-hint ${id}-fault`}
          aria-invalid={fault !== undefined}
          onChange={({ target }) => onChange(target.value)}
          onPaste={({ clipboardData, currentTarget }) =>
            watchPaste(currentTarget, clipboardData.getData('text'), setChanged)
          }
          onBlur={onLeave}
        />
        <div id={`${id}-fault`} aria-live="polite">
          {fault !== undefined && <p className="fault">{fault}</p>}
        </div>
      </div>
      {recipient.kind === 'link' && (
        <p>
          <a href={keepLink(value.trim().replace(/^[^#]*/, ''))}>{pay.send.claimLink}</a>
        </p>
      )}
      {changed !== undefined && (
        <LazyChangedPaste
          {...changed}
          onBack={() => {
            setChanged(undefined)
            onChange('')
          }}
        />
      )}
    </>
  )
}
