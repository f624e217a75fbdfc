import type { ReactNode } from 'react'
import { AmountField } from '../../parts/AmountField.js'
import { FirewallNotice } from '../../parts/FirewallNotice.js'
import type { Firewall } from '../../parts/firewallOf.js'
import { readAmount } from '../../parts/readAmount.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { RecipientField } from '../../payee/RecipientField.js'
import type { TypedRecipient } from '../../payee/readRecipient.js'
import { usePayWords } from '../../words/usePayWords.js'
import type { Waiting } from '../../words/Words.js'
import type { SendForm } from './Payment.js'
import { TimeChoice } from './TimeChoice.js'

/** What the form shows and can do. */
export type SendFormProps = {
  form: SendForm
  recipient: TypedRecipient
  firewall: Firewall
  /** `null` where there is no account. */
  balance: bigint | null | undefined
  waits: Waiting | undefined
  /** Faults are shown once the person has left the field, or pressed the button. */
  areFaultsShown: boolean
  onChange: (change: Partial<SendForm>) => void
  onLeave: () => void
  onAgain: () => void
  onReview: () => void
  /** Above the form: payments that are not finished, and where the wallet is. */
  children?: ReactNode
}

/** The form of a payment. */
export function SendFormView(props: SendFormProps) {
  const { form, recipient, firewall, balance, waits, areFaultsShown } = props
  const pay = usePayWords()
  const amount = readAmount(form.amount, balance ?? undefined)
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
          <RecipientField
            value={form.recipient}
            recipient={recipient}
            isFaultShown={areFaultsShown}
            onChange={(recipient) => props.onChange({ recipient })}
            onLeave={props.onLeave}
          />
          {recipient.kind === 'empty' && (
            <p>
              <a href="#/scan">{pay.send.scan}</a>
            </p>
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
            {pay.send.review}
          </WaitingButton>
        </div>
      </form>
    </>
  )
}
