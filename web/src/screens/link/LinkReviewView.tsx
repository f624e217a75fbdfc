import type { Plan } from '@holdfast/sdk/plan'
import { Notice } from '../../parts/Notice.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { writeNetworkFee } from '../../parts/writeNetworkFee.js'
import type { Drift } from '../../wallets/usePin.js'
import { useLinkWords } from '../../words/useLinkWords.js'
import { usePayWords } from '../../words/usePayWords.js'
import { useReviewWords } from '../../words/useReviewWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import { TIMES, type Time } from '../send/Payment.js'
import { WalletCalls } from '../send/WalletCalls.js'
import { CashNotice } from './CashNotice.js'

/** Everything that is decided about a payment link, before a wallet is asked. */
export function LinkReviewView({
  amount,
  time,
  isReleased,
  plan,
  drift,
  hasFailed,
  waits,
  onBack,
  onAgain,
  onSend,
}: {
  amount: bigint
  time: Time
  isReleased: boolean
  plan: Plan | undefined
  drift: Drift | undefined
  hasFailed: boolean
  waits: Waiting | undefined
  onBack: () => void
  /** Plans once more, where that has failed or the payment is over. */
  onAgain: () => void
  onSend: () => void
}) {
  const { words, format } = useWords()
  const pay = usePayWords()
  const { review } = useReviewWords()
  const { make } = useLinkWords()
  const facts = { amount: format.usdc(amount), time: pay.send.times[time] }
  const rows = [
    { label: review.time, value: untilOf() },
    {
      label: review.fee,
      value: plan === undefined ? '…' : plan.fee === 0n ? review.noFee : format.usdc(plan.fee),
    },
    {
      label: review.network,
      value: plan === undefined ? '…' : review.atMost(writeNetworkFee(plan, format)),
    },
  ]
  function untilOf(): string {
    if (plan === undefined) return pay.send.times[time]
    return review.until(facts.time, format.moment(new Date(plan.asOf.at.getTime() + TIMES[time] * 1_000)))
  }
  return (
    <>
      {drift !== undefined && <Notice kind="warning" title={words.wallet.drift[drift]} />}
      <div>
        <p className="headline-amount" translate="no">
          {format.amount(amount)} <small>USDC</small>
        </p>
        <p className="lead">{isReleased ? make.sentenceReleased(facts) : make.sentence(facts)}</p>
      </div>
      <CashNotice isReleased={isReleased} />
      <section className="card">
        <dl className="rows">
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {plan !== undefined && <WalletCalls plan={plan} />}
      {plan === undefined && !hasFailed && (
        <p className="quiet" role="status">
          <span className="turning" aria-hidden="true" /> {pay.send.preparing}
        </p>
      )}
      <div className="actions">
        {hasFailed ? (
          <button type="button" className="button" onClick={onAgain}>
            {words.app.again}
          </button>
        ) : (
          <WaitingButton waits={waits} onPress={onSend}>
            {make.send(format.usdc(amount))}
          </WaitingButton>
        )}
        <button type="button" className="link" onClick={onBack}>
          {pay.block.back}
        </button>
      </div>
    </>
  )
}
