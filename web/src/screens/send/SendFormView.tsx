import type { ReactNode } from 'react'
import { useId } from 'react'
import { AmountField } from '../../parts/AmountField.js'
import { FirewallNotice } from '../../parts/FirewallNotice.js'
import type { Firewall } from '../../parts/firewallOf.js'
import { readAmount } from '../../parts/readAmount.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import type { SendForm } from './Payment.js'
import type { TypedRecipient } from './readRecipient.js'
import { TimeChoice } from './TimeChoice.js'

/** What the form shows and can do. */
export type SendFormProps = {
  form: SendForm
  recipient: TypedRecipient
  firewall: Firewall
  balance: bigint | undefined
  waits: Waiting | undefined
  /** Faults are shown once the person has left the field, or pressed the button. */
  areFaultsShown: boolean
  /** A program has changed what was pasted. */
  isClipboardChanged: boolean
  onChange: (change: Partial<SendForm>) => void
  onPaste: (text: string) => void
  onLeave: () => void
  onAgain: () => void
  onReview: () => void
  /** Above the form: payments that are not finished, and where the wallet is. */
  children?: ReactNode
}

/** The form of a payment. */
export function SendFormView(props: SendFormProps) {
  const { form, recipient, firewall, balance, waits, areFaultsShown, isClipboardChanged } = props
  const { words } = useWords()
  const recipientId = useId()
  const amount = readAmount(form.amount, balance)
  const recipientFault = areFaultsShown && recipient.kind === 'fault' ? words.recipient[recipient.fault] : undefined
  const amountFault = areFaultsShown && amount.kind === 'fault' ? amount.fault : undefined
  return (
    <>
      {props.children}
      <form
        className="card stack-wide"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (waits === undefined) props.onReview()
        }}
      >
        <div className="stack">
          <div className="field">
            <label htmlFor={recipientId}>{words.send.recipient}</label>
            <span className="hint" id={`${recipientId}-hint`}>
              {words.send.recipientHint}
            </span>
            <textarea
              id={recipientId}
              className="mono"
              rows={2}
              value={form.recipient}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              translate="no"
              dir="ltr"
              aria-describedby={`${recipientId}-hint ${recipientId}-fault`}
              aria-invalid={recipientFault !== undefined}
              onChange={({ target }) => props.onChange({ recipient: target.value })}
              onPaste={({ clipboardData }) => props.onPaste(clipboardData.getData('text'))}
              onBlur={props.onLeave}
            />
            <div id={`${recipientId}-fault`} aria-live="polite">
              {recipientFault !== undefined && <p className="fault">{recipientFault}</p>}
            </div>
          </div>
          {recipient.kind === 'link' && (
            <p>
              <a href={form.recipient.trim().replace(/^[^#]*/, '')}>{words.send.claimLink}</a>
            </p>
          )}
          {isClipboardChanged && (
            <section className="notice notice-warning" role="alert">
              <h2>{words.send.clipboardChanged.title}</h2>
              <p>{words.send.clipboardChanged.why}</p>
            </section>
          )}
          <div aria-live="polite">
            <FirewallNotice firewall={firewall} onAgain={props.onAgain} />
          </div>
        </div>
        <AmountField
          amount={form.amount}
          balance={balance}
          fault={amountFault}
          onChange={(amount) => props.onChange({ amount })}
          onLeave={props.onLeave}
        />
        <TimeChoice time={form.time} onChange={(time) => props.onChange({ time })} />
        <div className="actions">
          <WaitingButton waits={waits} onPress={props.onReview}>
            {words.send.review}
          </WaitingButton>
        </div>
      </form>
    </>
  )
}
