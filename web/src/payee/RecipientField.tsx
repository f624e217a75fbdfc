import { keepLink } from '../app/hideCode.js'
import { usePayWords } from '../words/usePayWords.js'
import { useWords } from '../words/useWords.js'
import { AddressField } from './AddressField.js'
import type { TypedRecipient } from './readRecipient.js'

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
  return (
    <>
      <AddressField
        label={pay.send.recipient}
        hint={pay.send.recipientHint}
        value={value}
        fault={isFaultShown && recipient.kind === 'fault' ? words.recipient[recipient.fault] : undefined}
        onChange={onChange}
        onLeave={onLeave}
      />
      {recipient.kind === 'link' && (
        <p>
          <a href={keepLink(value.trim().replace(/^[^#]*/, ''))}>{pay.send.claimLink}</a>
        </p>
      )}
    </>
  )
}
