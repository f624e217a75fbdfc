import type { Plan } from '@holdfast/sdk/plan'
import type { ReactNode } from 'react'
import { Address } from '../../parts/Address.js'
import { AddressWords } from '../../parts/AddressWords.js'
import { FirewallNotice } from '../../parts/FirewallNotice.js'
import { isMiddleOf, MIDDLE_GROUPS } from '../../parts/groupsOf.js'
import { Notice } from '../../parts/Notice.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { writeNetworkFee } from '../../parts/writeNetworkFee.js'
import { MiddleField } from '../../payee/MiddleField.js'
import type { Drift } from '../../wallets/usePin.js'
import { usePayWords } from '../../words/usePayWords.js'
import { useReviewWords } from '../../words/useReviewWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import { type Payment, TIMES } from './Payment.js'
import { WalletCalls } from './WalletCalls.js'

/** What the review shows. */
export type ReviewProps = {
  payment: Payment
  /** Of the recipient, from the person's own book. */
  name?: string | undefined
  plan: Plan | undefined
  isReady: boolean
  hasFailed: boolean
  /** Asked at the first payment to an address. */
  middle: { typed: string; onType: (typed: string) => void } | undefined
  drift: Drift | undefined
  waits: Waiting | undefined
  onBack: () => void
  /** Plans once more, where that has failed or something could not be checked. */
  onAgain: () => void
  onSend: () => void
}

/** Everything that is decided, on one page, before a wallet is asked. */
export function ReviewView({
  payment,
  name,
  plan,
  isReady,
  hasFailed,
  middle,
  drift,
  waits,
  onBack,
  onAgain,
  onSend,
}: ReviewProps) {
  const { words, format } = useWords()
  const pay = usePayWords()
  const { review } = useReviewWords()
  const { to, amount, time } = payment
  const isTyped = middle === undefined || isMiddleOf(to, middle.typed)
  const report = plan?.firewall[0] ?? payment.report
  return (
    <>
      {drift !== undefined && <Notice kind="warning" title={words.wallet.drift[drift]} />}
      <div>
        <p className="headline-amount" translate="no">
          {format.amount(amount)} <small>USDC</small>
        </p>
        <p className="lead">{review.sentence({ amount: format.usdc(amount), time: pay.send.times[time], name })}</p>
      </div>
      <section className="card stack-wide">
        <dl className="rows">
          <Row label={review.to} onChange={onBack}>
            {name !== undefined && <strong translate="no">{name}</strong>}
            <Address value={to} hidden={isTyped ? [] : MIDDLE_GROUPS} />
            <AddressWords value={to} hint={words.address.wordsHint} />
          </Row>
          <Row label={words.field.amount} onChange={onBack}>
            {format.usdc(amount)}
          </Row>
          <Row label={review.time} onChange={onBack}>
            {review.until(
              pay.send.times[time],
              format.moment(new Date((plan?.asOf.at ?? payment.report.checkedAt).getTime() + TIMES[time] * 1_000)),
            )}
          </Row>
          <Row label={review.fee}>
            {plan === undefined ? '…' : plan.fee === 0n ? review.noFee : format.usdc(plan.fee)}
          </Row>
          <Row label={review.network}>{plan === undefined ? '…' : review.atMost(writeNetworkFee(plan, format))}</Row>
        </dl>
        <FirewallNotice firewall={{ state: 'answered', report }} onAgain={onAgain} />
      </section>
      {middle !== undefined && <MiddleField typed={middle.typed} onType={middle.onType} isRight={isTyped} />}
      {plan !== undefined && <WalletCalls plan={plan} />}
      {!isReady && !hasFailed && (
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
            {review.send(format.usdc(amount))}
          </WaitingButton>
        )}
        <button type="button" className="link" onClick={onBack}>
          {pay.block.back}
        </button>
      </div>
    </>
  )
}

function Row({ label, onChange, children }: { label: string; onChange?: () => void; children: ReactNode }) {
  const { review } = useReviewWords()
  return (
    <div>
      <dt>{label}</dt>
      <dd className="stack">
        {children}
        {onChange !== undefined && (
          <button type="button" className="link" aria-label={review.change(label)} onClick={onChange}>
            {review.changeShort}
          </button>
        )}
      </dd>
    </div>
  )
}
