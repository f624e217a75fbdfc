import type { ReactNode } from 'react'
import { AmountField } from '../../parts/AmountField.js'
import { FirewallNotice } from '../../parts/FirewallNotice.js'
import type { Firewall } from '../../parts/firewallOf.js'
import { readAmount } from '../../parts/readAmount.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { RecipientField } from '../../payee/RecipientField.js'
import type { TypedRecipient } from '../../payee/readRecipient.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import type { AmountFault, Waiting } from '../../words/Words.js'
import { type BoxForm, INTERVALS, LIFETIMES } from './boxForm.js'
import { SpanField } from './SpanField.js'

export type MakeBoxProps = {
  form: BoxForm
  recipient: TypedRecipient
  firewall: Firewall
  waits: Waiting | undefined
  areFaultsShown: boolean
  /** Above the form: where the wallet is, what is missing. */
  children?: ReactNode
  /** Asks for the keys of hidden addresses. */
  unlock?: ReactNode
  onChange: (change: Partial<BoxForm>) => void
  onLeave: () => void
  onAgain: () => void
  onReview: () => void
}

/** The terms of a new spending account. */
export function MakeBoxView(props: MakeBoxProps) {
  const { form, recipient, firewall, waits, areFaultsShown, onChange } = props
  const { form: texts, kinds, owner } = useBoxWords()
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
        <fieldset className="field">
          <legend>{texts.kind}</legend>
          <div className="segments">
            {(['pay', 'pull'] as const).map((kind) => (
              <label key={kind}>
                <input type="radio" name="kind" checked={form.kind === kind} onChange={() => onChange({ kind })} />
                {kinds[kind]}
              </label>
            ))}
          </div>
          <span className="hint">{texts.kindWhy[form.kind]}</span>
        </fieldset>
        <div className="stack">
          <RecipientField
            value={form.recipient}
            recipient={recipient}
            isFaultShown={areFaultsShown}
            onChange={(recipient) => onChange({ recipient })}
            onLeave={props.onLeave}
          />
          <div aria-live="polite">
            <FirewallNotice firewall={firewall} onAgain={props.onAgain} />
          </div>
        </div>
        <AmountField
          label={texts.cap}
          hint={texts.capHint}
          amount={form.cap}
          fault={areFaultsShown ? faultOf(form.cap) : undefined}
          onChange={(cap) => onChange({ cap })}
          onLeave={props.onLeave}
        />
        {form.kind === 'pull' && (
          <>
            <AmountField
              label={texts.perPull}
              hint={texts.perPullHint}
              amount={form.perPull}
              fault={areFaultsShown ? faultOf(form.perPull) : undefined}
              onChange={(perPull) => onChange({ perPull })}
              onLeave={props.onLeave}
            />
            <SpanField
              label={texts.every}
              value={form.every}
              spans={INTERVALS}
              onChange={(every) => onChange({ every })}
            />
          </>
        )}
        <SpanField label={texts.until} value={form.lasts} spans={LIFETIMES} onChange={(lasts) => onChange({ lasts })} />
        <fieldset className="field">
          <legend>{owner.label}</legend>
          <div className="segments">
            {(['wallet', 'hidden'] as const).map((one) => (
              <label key={one}>
                <input
                  type="radio"
                  name="owner"
                  checked={form.owner === one}
                  onChange={() => onChange({ owner: one })}
                />
                {owner.choice[one]}
              </label>
            ))}
          </div>
          <span className="hint">{owner.why[form.owner]}</span>
        </fieldset>
        {form.owner === 'hidden' && props.unlock}
        <div className="actions">
          <WaitingButton waits={waits} onPress={props.onReview}>
            {texts.review}
          </WaitingButton>
        </div>
      </form>
    </>
  )
}

function faultOf(typed: string): AmountFault | undefined {
  const amount = readAmount(typed)
  return amount.kind === 'fault' ? amount.fault : undefined
}
