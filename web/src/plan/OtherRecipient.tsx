import { useState } from 'react'
import { RecipientField } from '../payee/RecipientField.js'
import type { TypedRecipient } from '../payee/readRecipient.js'
import { useFlowWords } from '../words/useFlowWords.js'

/** An optional recipient other than the own account, which the plan then checks. */
export function OtherRecipient({
  typed,
  recipient,
  onChange,
}: {
  typed: string
  recipient: TypedRecipient
  onChange: (typed: string) => void
}) {
  const { other } = useFlowWords()
  // What was typed is never out of sight when the form comes back.
  const [isOpen, setOpen] = useState(typed !== '')
  const [isLeft, setLeft] = useState(false)
  return (
    <details className="details" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{other.title}</summary>
      <div className="stack">
        <p className="hint">{other.why}</p>
        <RecipientField
          value={typed}
          recipient={recipient}
          isFaultShown={isLeft}
          onChange={(next) => {
            setLeft(false)
            onChange(next)
          }}
          onLeave={() => setLeft(true)}
        />
      </div>
    </details>
  )
}
