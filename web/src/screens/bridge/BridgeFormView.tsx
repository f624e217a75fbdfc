import type { BridgeQuote } from '@holdfast/sdk/bridge'
import type { BridgeChainName, Refusal, RefusalFix } from '@holdfast/sdk/chain'
import type { ReactNode } from 'react'
import { AmountField } from '../../parts/AmountField.js'
import { readAmount } from '../../parts/readAmount.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import type { TypedRecipient } from '../../payee/readRecipient.js'
import { NetworkField } from '../../plan/NetworkField.js'
import { OtherRecipient } from '../../plan/OtherRecipient.js'
import { RefusalNotice } from '../../plan/RefusalNotice.js'
import { useFlowWords } from '../../words/useFlowWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'

/** What the form holds. */
export type BridgeForm = { from: BridgeChainName; to: BridgeChainName; amount: string; recipient: string }

export type BridgeFormProps = {
  form: BridgeForm
  sources: readonly BridgeChainName[]
  destinations: readonly BridgeChainName[]
  balance: bigint | undefined
  /** Of this amount, or while it is asked for of the amount before. */
  quote: BridgeQuote | undefined
  isQuoting: boolean
  refusal: Refusal | null
  /** Another account than the own one, as it was read. */
  recipient: TypedRecipient
  waits: Waiting | undefined
  isFaultShown: boolean
  /** Above the form: what is not finished, where the wallet is, why there is no fee. */
  children?: ReactNode
  onChange: (change: Partial<BridgeForm>) => void
  onFix: (fix: RefusalFix) => void
  onLeave: () => void
  onReview: () => void
}

/** From where, to where, how much; what it costs, and what is missing for it. */
export function BridgeFormView(props: BridgeFormProps) {
  const { form, sources, destinations, balance, quote, isQuoting, refusal, waits } = props
  const flow = useFlowWords()
  const { format } = useWords()
  const amount = readAmount(form.amount)
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
        <div className="pair">
          <NetworkField
            label={flow.bridge.from}
            value={form.from}
            names={sources}
            onChange={(from) => props.onChange({ from })}
          />
          <NetworkField
            label={flow.bridge.to}
            value={form.to}
            names={destinations.filter((name) => name !== form.from)}
            onChange={(to) => props.onChange({ to })}
          />
        </div>
        <AmountField
          label={flow.amount}
          hint={balance === undefined ? undefined : flow.balance(format.usdc(balance))}
          amount={form.amount}
          fault={props.isFaultShown && amount.kind === 'fault' ? amount.fault : undefined}
          onChange={(amount) => props.onChange({ amount })}
          onLeave={props.onLeave}
        />
        <OtherRecipient
          typed={form.recipient}
          recipient={props.recipient}
          onChange={(recipient) => props.onChange({ recipient })}
        />
        <div aria-live="polite" className="stack-small">
          {quote !== undefined && (
            <p>{flow.bridge.quote({ fee: format.usdc(quote.maxFee), total: format.usdc(quote.total) })}</p>
          )}
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
    </>
  )
}
