import { type BoxCaution, type BoxDetails, boxStatus, MODE_PULL } from '@holdfast/sdk/shield'
import type { ReactNode } from 'react'
import { Address } from '../../parts/Address.js'
import { AddressWords } from '../../parts/AddressWords.js'
import { AmountField } from '../../parts/AmountField.js'
import { Notice } from '../../parts/Notice.js'
import { readAmount } from '../../parts/readAmount.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import type { BoxAct } from '../../words/BoxWords.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import { useFlowWords } from '../../words/useFlowWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'

export type BoxProps = {
  box: BoxDetails
  /** Of the payee, in the book. */
  name: string | undefined
  cautions: readonly BoxCaution[]
  /** What the connected account can do with it, the likeliest first. */
  acts: readonly BoxAct[]
  act: BoxAct | undefined
  /** Whether it can take back what is in it, although a balance that could not be read is not taken yet. */
  canTakeBack: boolean
  amount: string
  /** USDC of the wallet, for what is put in. */
  wallet: bigint | undefined
  isServiceCosigner: boolean
  /** Whether an account is connected that is neither owner nor payee. */
  isStranger: boolean
  waits: Waiting | undefined
  isAsking: boolean
  isFaultShown: boolean
  now?: Date
  /** Above: what was done, what is open, a refusal. */
  children?: ReactNode
  onAct: (act: BoxAct) => void
  onAmount: (typed: string) => void
  onLeave: () => void
  onReview: () => void
}

/** A spending account: whom it pays, what is left, and what can be done with it. */
export function BoxView(props: BoxProps) {
  const { box, name, cautions, isServiceCosigner, isStranger, now, acts, act } = props
  const words = useBoxWords()
  const { words: shared, format } = useWords()
  const { fact, kinds } = words
  const { target, maxAmount, spent, remaining, balance, expiry, mode, perPullMax, interval, lastPull } = box
  const due = new Date((lastPull + interval) * 1_000)
  return (
    <>
      {props.children}
      <div>
        <h2 className="hint">{fact.holds}</h2>
        {balance === null ? (
          <p>{fact.unknown}</p>
        ) : (
          <p className="headline-amount" translate="no">
            {format.amount(balance)} <small>USDC</small>
          </p>
        )}
        <p className="lead">{`${kinds[mode === MODE_PULL ? 'pull' : 'pay']}, ${words.state[boxStatus(box)]}`}</p>
      </div>
      {cautions.map((code) => {
        const { title, why, others = why } = words.caution[code]
        return (
          <Notice key={code} kind="warning" title={title}>
            <p>{props.canTakeBack ? why : others}</p>
          </Notice>
        )
      })}
      {isStranger && <p className="notice">{words.stranger}</p>}
      {act !== undefined && <Acts {...props} act={act} acts={acts} />}
      <section className="card stack">
        <dl className="rows">
          <div>
            <dt>{fact.pays}</dt>
            <dd className="stack-small">
              {name !== undefined && <strong>{name}</strong>}
              <Address value={target} />
              <AddressWords value={target} hint={shared.address.wordsHint} />
            </dd>
          </div>
          <div>
            <dt>{fact.cap}</dt>
            <dd>{format.usdc(maxAmount)}</dd>
          </div>
          <div>
            <dt>{fact.spent}</dt>
            <dd>{format.usdc(spent)}</dd>
          </div>
          <div>
            <dt>{fact.left}</dt>
            <dd>{format.usdc(remaining)}</dd>
          </div>
          {mode === MODE_PULL && (
            <>
              <div>
                <dt>{words.form.perPull}</dt>
                <dd>{fact.takes(format.usdc(perPullMax), format.span(interval))}</dd>
              </div>
              <div>
                <dt>{fact.next}</dt>
                <dd>{lastPull === 0 || due.getTime() <= box.now * 1_000 ? fact.now : format.moment(due, now)}</dd>
              </div>
            </>
          )}
          <div>
            <dt>{fact.until}</dt>
            <dd>{format.moment(new Date(expiry * 1_000), now)}</dd>
          </div>
          <div>
            <dt>{fact.cosigner}</dt>
            <dd className="stack-small">
              {isServiceCosigner && <span>{fact.service}</span>}
              <Address value={box.cosigner} />
            </dd>
          </div>
          <div>
            <dt>{fact.address}</dt>
            <dd>
              <Address value={box.account} />
            </dd>
          </div>
        </dl>
      </section>
    </>
  )
}

/** What can be done, one at a time. */
function Acts(props: BoxProps & { act: BoxAct }) {
  const { box, acts, act, amount, wallet, waits, isAsking, isFaultShown } = props
  const words = useBoxWords()
  const flow = useFlowWords()
  const { format } = useWords()
  const read = readAmount(amount)
  const hints: Readonly<{ [act in BoxAct]?: string | undefined }> = {
    fund: wallet === undefined ? undefined : flow.balance(format.usdc(wallet)),
    pay: `${words.fact.left}: ${format.usdc(box.remaining)}`,
    pull: `${words.form.perPull}: ${format.usdc(box.perPullMax)}`,
  }
  return (
    <form
      className="card stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (waits === undefined) props.onReview()
      }}
    >
      {acts.length > 1 && (
        <fieldset className="segments">
          <legend className="unseen">{words.title}</legend>
          {acts.map((one) => (
            <label key={one}>
              <input type="radio" name="act" checked={act === one} onChange={() => props.onAct(one)} />
              {words.acts[one]}
            </label>
          ))}
        </fieldset>
      )}
      <p className="hint">{words.actWhy[act]}</p>
      {needsAmount(act) && (
        <AmountField
          label={words.acts[act]}
          hint={hints[act]}
          amount={amount}
          fault={isFaultShown && read.kind === 'fault' ? read.fault : undefined}
          onChange={props.onAmount}
          onLeave={props.onLeave}
        />
      )}
      {isAsking && (
        <p className="quiet" role="status">
          <span className="turning" aria-hidden="true" /> {words.asking}
        </p>
      )}
      <div className="actions">
        <WaitingButton waits={waits} onPress={props.onReview}>
          {act === 'bind' ? words.presses.bind('') : flow.review}
        </WaitingButton>
      </div>
    </form>
  )
}

/** A sweep takes everything, and a permission names no amount. */
export function needsAmount(act: BoxAct): boolean {
  return act !== 'sweep' && act !== 'bind'
}
