import { chainLabel, type Refusal, type RefusalFix } from '@holdfast/sdk/chain'
import type { HubBalance, HubChainName, HubQuote, HubWithdrawal } from '@holdfast/sdk/hub'
import type { ReactNode } from 'react'
import { Notice } from '../../parts/Notice.js'
import type { TypedRecipient } from '../../payee/readRecipient.js'
import { NetworkField } from '../../plan/NetworkField.js'
import { QuoteForm } from '../../plan/QuoteForm.js'
import { useFlowWords } from '../../words/useFlowWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'

/** What a person does with the Hub. */
const acts = ['spend', 'deposit', 'withdraw'] as const
type HubAct = (typeof acts)[number]

export type HubForm = { act: HubAct; from: HubChainName; to: HubChainName; amount: string; recipient: string }

/** A deposit that does not count yet. */
type ComingDeposit = { id: string; chain: HubChainName; amount: bigint }

export type HubProps = {
  form: HubForm
  names: readonly HubChainName[]
  /** `undefined` while it is read, `null` where it could not be. */
  balance: HubBalance | null | undefined
  coming: readonly ComingDeposit[]
  /** USDC of the wallet on the network that is chosen. */
  wallet: bigint | undefined
  quote: HubQuote | undefined
  isQuoting: boolean
  refusal: Refusal | null
  /** Another account than the own one, as it was read. */
  recipient: TypedRecipient
  withdrawal: HubWithdrawal | undefined
  waits: Waiting | undefined
  isFaultShown: boolean
  children?: ReactNode
  onChange: (change: Partial<HubForm>) => void
  onFix: (fix: RefusalFix) => void
  onLeave: () => void
  onReview: () => void
  onComplete: () => void
}

/** The balance in the Hub, network by network, and what can be done with it. */
export function HubView(props: HubProps) {
  const { form, names, balance, coming, wallet, quote } = props
  const flow = useFlowWords()
  const { hub } = flow
  const { format } = useWords()
  const { act } = form
  return (
    <>
      {props.children}
      <Balance balance={balance} coming={coming} />
      {/* It would move under the finger when the balance above it comes. */}
      {balance !== undefined && (
        <QuoteForm
          amountLabel={act === 'spend' ? flow.amount : hub.tabs[act]}
          amountHint={act !== 'deposit' ? null : wallet === undefined ? undefined : flow.balance(format.usdc(wallet))}
          amount={form.amount}
          isFaultShown={props.isFaultShown}
          other={act === 'spend' ? { typed: form.recipient, recipient: props.recipient } : undefined}
          quote={
            act === 'spend' && quote !== undefined
              ? hub.quote({ fee: format.usdc(quote.maxFee), total: format.usdc(quote.total) })
              : undefined
          }
          isQuoting={act === 'spend' && props.isQuoting}
          refusal={props.refusal}
          waits={props.waits}
          onChange={props.onChange}
          onFix={props.onFix}
          onLeave={props.onLeave}
          onReview={props.onReview}
        >
          <fieldset className="segments">
            <legend className="unseen">{hub.title}</legend>
            {acts.map((one) => (
              <label key={one}>
                <input type="radio" name="act" checked={act === one} onChange={() => props.onChange({ act: one })} />
                {hub.tabs[one]}
              </label>
            ))}
          </fieldset>
          {act !== 'spend' && <p className="hint">{act === 'deposit' ? hub.depositWhy : hub.withdrawWhy}</p>}
          {act === 'withdraw' && <Withdrawal withdrawal={props.withdrawal} onComplete={props.onComplete} />}
          <div className={act === 'spend' ? 'pair' : 'stack'}>
            <NetworkField
              label={act === 'deposit' ? flow.bridge.from : hub.from}
              value={form.from}
              names={names}
              onChange={(from) => props.onChange({ from })}
            />
            {act === 'spend' && (
              <NetworkField label={hub.to} value={form.to} names={names} onChange={(to) => props.onChange({ to })} />
            )}
          </div>
        </QuoteForm>
      )}
    </>
  )
}

function Balance({ balance, coming }: Pick<HubProps, 'balance' | 'coming'>) {
  const { hub } = useFlowWords()
  const { words, format } = useWords()
  if (balance === undefined)
    return (
      <p className="quiet" role="status">
        <span className="turning" aria-hidden="true" /> {words.app.waiting}
      </p>
    )
  // The keys of a balance are names of networks, which Object.entries types as text.
  const held = Object.entries(balance?.byChain ?? {}).flatMap(([name, amount]) =>
    amount > 0n ? [{ name: name as HubChainName, amount }] : [],
  )
  if (balance === null && coming.length === 0) return null
  return (
    <section className="stack">
      {balance === null ? null : balance.total === 0n ? (
        <div>
          <h2>{hub.none}</h2>
          <p className="lead">{hub.empty}</p>
        </div>
      ) : (
        <div>
          <h2 className="hint">{hub.balance}</h2>
          <p className="headline-amount" translate="no">
            {format.amount(balance.total)} <small>USDC</small>
          </p>
        </div>
      )}
      {held.length > 0 && (
        <dl className="rows card">
          {held.map(({ name, amount }) => (
            <div key={name}>
              <dt translate="no">{chainLabel(name)}</dt>
              <dd>{format.usdc(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
      {coming.map(({ id, chain, amount }) => (
        <Notice key={id} title={hub.pending(format.usdc(amount), chainLabel(chain))}>
          <p>{hub.pendingWhy}</p>
        </Notice>
      ))}
    </section>
  )
}

function Withdrawal({ withdrawal, onComplete }: Pick<HubProps, 'withdrawal' | 'onComplete'>) {
  const { hub } = useFlowWords()
  const { format } = useWords()
  if (withdrawal === undefined || withdrawal.withdrawing === 0n) return null
  const { withdrawing, isReady, readyAtBlock } = withdrawal
  return (
    <Notice title={hub.withdrawing(format.usdc(withdrawing))}>
      {isReady ? (
        <div>
          <button type="button" className="button button-small" onClick={onComplete}>
            {hub.complete(format.usdc(withdrawing))}
          </button>
        </div>
      ) : (
        <p>{hub.notReady(String(readyAtBlock))}</p>
      )}
    </Notice>
  )
}
