import type { ProtectedTransfer } from '@holdfast/sdk/transfer'
import { Comparison } from '../../parts/Comparison.js'
import { Octagon } from '../../parts/Icon.js'
import { useTransferWords } from '../../words/useTransferWords.js'
import { useWords } from '../../words/useWords.js'
import { OPEN } from '../send/keptPayment.js'
import { type Reviewed, swapsOf } from './swapsOf.js'

export type SwappedProps = {
  shown: Reviewed
  transfer: ProtectedTransfer
  isSender: boolean
  working: boolean
  onCancel: () => void
}

/** What was mined is not what was shown. One thing is to be done, and it is the one button. */
export function SwappedView({ shown, transfer, isSender, working, onCancel }: SwappedProps) {
  const { format } = useWords()
  const transferWords = useTransferWords()
  const { swapped } = transferWords
  const isBack = transfer.status === 'CANCELLED' || transfer.status === 'RECLAIMED'
  return (
    <section className="stop stop-card" role="alert">
      <div>
        <Octagon />
        <div className="stack">
          <h2 className="stop-title">{isBack ? swapped.cancelled : swapped.title}</h2>
          <p className="lead">
            {isBack ? swapped.cancelledWhy : transfer.status === 'CLAIMED' ? transferWords.lost.claimed : swapped.lead}
          </p>
        </div>
        {swapsOf(transfer, shown).map((field) => {
          const textOf = (terms: Reviewed) =>
            terms[field] === OPEN ? (
              <p>{swapped.holder}</p>
            ) : (
              <p translate="no" dir="ltr">
                {field === 'amount' ? format.usdc(terms.amount) : terms[field]}
              </p>
            )
          return field === 'to' && shown.to !== OPEN && transfer.to !== OPEN ? (
            <Comparison key={field} target={shown.to} genuine={transfer.to} labels={[swapped.shown, swapped.mined]} />
          ) : (
            <div key={field} className="comparison">
              <div>
                <h2>{`${swapped.fields[field]}: ${swapped.shown}`}</h2>
                {textOf(shown)}
                <h2>{`${swapped.fields[field]}: ${swapped.mined}`}</h2>
                {textOf(transfer)}
              </div>
            </div>
          )
        })}
        <div className="actions">
          {isBack ? (
            <a href="#/">{swapped.after}</a>
          ) : working ? (
            <p role="status">{transferWords.confirm}</p>
          ) : isSender && transfer.status !== 'CLAIMED' ? (
            <button type="button" className="button" onClick={onCancel}>
              {swapped.cancel}
            </button>
          ) : (
            !isSender && <p>{transferWords.readOnly}</p>
          )}
        </div>
      </div>
    </section>
  )
}
