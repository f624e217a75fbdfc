import type { ReactNode } from 'react'
import { useId } from 'react'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import { FirewallNotice } from './FirewallNotice.js'
import { type Firewall, type SendForm, TIMES, type Time } from './Payment.js'
import { readAmount } from './readAmount.js'
import type { TypedRecipient } from './readRecipient.js'

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
  const { words, format } = useWords()
  const [recipientId, amountId] = [useId(), useId()]
  const amount = readAmount(form.amount, balance)
  const recipientFault = areFaultsShown && recipient.kind === 'fault' ? words.recipient[recipient.fault] : undefined
  const amountFault = areFaultsShown && amount.kind === 'fault' ? words.amount[amount.fault](format) : undefined
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
        <div className="field">
          <label htmlFor={amountId}>{words.send.amount}</label>
          {balance !== undefined && (
            <span className="hint" id={`${amountId}-hint`}>
              {words.send.balance(format.usdc(balance))}
            </span>
          )}
          <div className="amount-field">
            <input
              id={amountId}
              inputMode="decimal"
              autoComplete="off"
              translate="no"
              value={form.amount}
              aria-describedby={`${amountId}-hint ${amountId}-fault`}
              aria-invalid={amountFault !== undefined}
              onChange={({ target }) => props.onChange({ amount: target.value })}
              onBlur={props.onLeave}
            />
            <span className="unit" translate="no">
              USDC
            </span>
          </div>
          <div id={`${amountId}-fault`} aria-live="polite">
            {amountFault !== undefined && <p className="fault">{amountFault}</p>}
          </div>
        </div>
        <fieldset className="field">
          <legend>{words.send.time}</legend>
          <span className="hint">{words.send.timeHint}</span>
          <div className="segments">
            {timeNames.map((time) => (
              <label key={time}>
                <input
                  type="radio"
                  name="time"
                  checked={form.time === time}
                  onChange={() => props.onChange({ time })}
                />
                {words.send.times[time]}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="actions">
          <WaitingButton waits={waits} onPress={props.onReview}>
            {words.send.review}
          </WaitingButton>
        </div>
      </form>
    </>
  )
}

const timeNames: readonly Time[] = Object.keys(TIMES).filter((name): name is Time => name in TIMES)
