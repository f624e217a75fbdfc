import { useId } from 'react'
import { usePayWords } from '../words/usePayWords.js'
import { useWords } from '../words/useWords.js'
import type { TypedRecipient } from './readRecipient.js'
import { watchPaste } from './watchPaste.js'

/** The field for the address of who is paid, with what is wrong with it once it was left. */
export function RecipientField({
  value,
  recipient,
  isFaultShown,
  isClipboardChanged,
  onChange,
  onClipboard,
  onLeave,
}: {
  value: string
  /** What was typed, as it was read. */
  recipient: TypedRecipient
  isFaultShown: boolean
  /** A program has changed what was pasted. */
  isClipboardChanged: boolean
  onChange: (typed: string) => void
  onClipboard: (isChanged: boolean) => void
  onLeave: () => void
}) {
  const { words } = useWords()
  const pay = usePayWords()
  const id = useId()
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
          onPaste={({ clipboardData }) => watchPaste(clipboardData.getData('text'), onClipboard)}
          onBlur={onLeave}
        />
        <div id={`${id}-fault`} aria-live="polite">
          {fault !== undefined && <p className="fault">{fault}</p>}
        </div>
      </div>
      {recipient.kind === 'link' && (
        <p>
          <a href={value.trim().replace(/^[^#]*/, '')}>{pay.send.claimLink}</a>
        </p>
      )}
      {isClipboardChanged && (
        <section className="notice notice-warning" role="alert">
          <h2>{pay.send.clipboardChanged.title}</h2>
          <p>{pay.send.clipboardChanged.why}</p>
        </section>
      )}
    </>
  )
}
