import { type ReactNode, useId, useState } from 'react'
import { LazyChangedPaste } from './LazyStops.js'
import type { ChangedPaste } from './StopPages.js'
import { watchPaste } from './watchPaste.js'

/** The one field for an address: whatever is pasted into it is compared with what it has a moment later. */
export function AddressField({
  label,
  hint,
  value,
  fault,
  children,
  onChange,
  onLeave,
}: {
  label: string
  hint: string
  value: string
  /** What is wrong with it. */
  fault: string | undefined
  /** What else went wrong with this address. */
  children?: ReactNode
  onChange: (typed: string) => void
  onLeave?: (() => void) | undefined
}) {
  const id = useId()
  const [changed, setChanged] = useState<ChangedPaste>()
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <span className="hint" id={`${id}-hint`}>
          {hint}
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
          onKeyDown={(event) => {
            // An address has one line.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
          onPaste={({ clipboardData, currentTarget }) =>
            watchPaste(currentTarget, clipboardData.getData('text'), setChanged)
          }
          onBlur={onLeave}
        />
        <div id={`${id}-fault`} aria-live="polite">
          {fault !== undefined && <p className="fault">{fault}</p>}
          {children}
        </div>
      </div>
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
