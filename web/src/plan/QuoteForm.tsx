import type { Refusal, RefusalFix } from '@holdfast/sdk/chain'
import type { ReactNode } from 'react'
import { AmountField } from '../parts/AmountField.js'
import { readAmount } from '../parts/readAmount.js'
import { WaitingButton } from '../parts/WaitingButton.js'
import type { TypedRecipient } from '../payee/readRecipient.js'
import { useFlowWords } from '../words/useFlowWords.js'
import type { Waiting } from '../words/Words.js'
import { OtherRecipient } from './OtherRecipient.js'
import { RefusalNotice } from './RefusalNotice.js'

/** What a form of the Bridge or the Hub shows below its choice of networks. */
export type QuoteFormProps = {
  amountLabel: string
  /** `undefined` until it is known, `null` for none. */
  amountHint: string | null | undefined
  /** As it was typed. */
  amount: string
  isFaultShown: boolean
  /** Recipient other than the person's own account; `undefined` where no other is possible. */
  other: { typed: string; recipient: TypedRecipient } | undefined
  /** The sentence about the fee: of this amount, or of the amount before while the new fee is requested. */
  quote: string | undefined
  isQuoting: boolean
  refusal: Refusal | null
  waits: Waiting | undefined
  /** Above the amount: what is done, and between which networks. */
  children: ReactNode
  onChange: (change: { amount?: string; recipient?: string }) => void
  onFix: (fix: RefusalFix) => void
  onLeave: () => void
  onReview: () => void
}

/** How much, to whom, what it costs, and what is missing for it. */
export function QuoteForm(props: QuoteFormProps) {
  const { other, quote, isQuoting, refusal, waits } = props
  const flow = useFlowWords()
  const amount = readAmount(props.amount)
  return (
    <form
      className="card stack-wide"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (waits === undefined) props.onReview()
      }}
    >
      {props.children}
      <AmountField
        label={props.amountLabel}
        hint={props.amountHint}
        amount={props.amount}
        fault={props.isFaultShown && amount.kind === 'fault' ? amount.fault : undefined}
        onChange={(amount) => props.onChange({ amount })}
        onLeave={props.onLeave}
      />
      {other !== undefined && <OtherRecipient {...other} onChange={(recipient) => props.onChange({ recipient })} />}
      <div aria-live="polite" className="stack-small">
        {quote !== undefined && <p>{quote}</p>}
        {isQuoting && (
          <p className="quiet">
            <span className="turning" aria-hidden="true" /> {quote === undefined ? flow.quoting : flow.oldQuote}
          </p>
        )}
      </div>
      {refusal !== null && <RefusalNotice refusal={refusal} onFix={props.onFix} />}
      <div className="actions">
        <WaitingButton waits={waits} onPress={props.onReview}>
          {flow.review}
        </WaitingButton>
      </div>
    </form>
  )
}
