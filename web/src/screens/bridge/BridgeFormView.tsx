import type { BridgeQuote } from '@holdfast/sdk/bridge'
import type { BridgeChainName, Refusal, RefusalFix } from '@holdfast/sdk/chain'
import type { ReactNode } from 'react'
import type { TypedRecipient } from '../../payee/readRecipient.js'
import { NetworkField } from '../../plan/NetworkField.js'
import { QuoteForm } from '../../plan/QuoteForm.js'
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
  const { form, sources, destinations, balance, quote } = props
  const flow = useFlowWords()
  const { format } = useWords()
  return (
    <>
      {props.children}
      <QuoteForm
        amountLabel={flow.amount}
        amountHint={balance === undefined ? undefined : flow.balance(format.usdc(balance))}
        amount={form.amount}
        isFaultShown={props.isFaultShown}
        other={{ typed: form.recipient, recipient: props.recipient }}
        quote={quote && flow.bridge.quote({ fee: format.usdc(quote.maxFee), total: format.usdc(quote.total) })}
        isQuoting={props.isQuoting}
        refusal={props.refusal}
        waits={props.waits}
        onChange={props.onChange}
        onFix={props.onFix}
        onLeave={props.onLeave}
        onReview={props.onReview}
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
      </QuoteForm>
    </>
  )
}
