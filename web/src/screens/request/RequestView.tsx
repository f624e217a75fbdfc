import type { VerifiedPaymentRequest } from '@holdfast/sdk/requests'
import type { ReactNode } from 'react'
import { Address } from '../../parts/Address.js'
import { AddressWords } from '../../parts/AddressWords.js'
import { AmountField } from '../../parts/AmountField.js'
import { FirewallNotice } from '../../parts/FirewallNotice.js'
import type { Firewall } from '../../parts/firewallOf.js'
import { Notice } from '../../parts/Notice.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { useRequestWords } from '../../words/useRequestWords.js'
import { useWords } from '../../words/useWords.js'
import type { AmountFault, Waiting } from '../../words/Words.js'
import type { Time } from '../send/Payment.js'
import { TimeChoice } from '../send/TimeChoice.js'

/** What the payer sees of a request. */
export type RequestProps = {
  /** `undefined` while the signature is checked. */
  verified: Pick<VerifiedPaymentRequest, 'request' | 'signedBy'> | undefined
  name: string | undefined
  firewall: Firewall
  /** Where the payee leaves the amount to the payer. */
  typed: { amount: string; fault: AmountFault | undefined; onType: (amount: string) => void } | undefined
  time: Time
  balance: bigint | undefined
  /** Earlier payments of the same request, each with its page. */
  earlier: readonly { href: string }[]
  isAgain: boolean
  waits: Waiting | undefined
  now?: Date
  onTime: (time: Time) => void
  onPayAgain: () => void
  onAgain: () => void
  onReview: () => void
  /** Above the request: where the wallet is. */
  children?: ReactNode
}

/** A signed request: who asks, for how much, what the firewall says. One that was paid asks first. */
export function RequestView(props: RequestProps) {
  const { verified, name, firewall, typed, balance, earlier, isAgain, waits } = props
  const { words: shared, format } = useWords()
  const words = useRequestWords()
  if (verified === undefined)
    return (
      <section className="card stack">
        <p className="quiet" role="status">
          <span className="turning" aria-hidden="true" /> {words.loading}
        </p>
      </section>
    )
  const { payee, amount, reference, expires } = verified.request
  const mustAsk = earlier.length > 0 && !isAgain
  return (
    <>
      {props.children}
      {earlier.length > 0 && (
        <Notice kind="warning" title={words.paid.title(earlier.length)}>
          <p>{words.paid.why}</p>
          <ul>
            {earlier.map(({ href }) => (
              <li key={href}>
                <a href={href}>{words.paid.open}</a>
              </li>
            ))}
          </ul>
          {!isAgain && (
            <div>
              <button type="button" className="button button-small" onClick={props.onPayAgain}>
                {words.paid.again}
              </button>
            </div>
          )}
        </Notice>
      )}
      <form
        className="card stack-wide"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (waits === undefined && !mustAsk) props.onReview()
        }}
      >
        <dl className="rows">
          {name !== undefined && (
            <Row label={words.name}>
              <strong translate="no">{name}</strong>
            </Row>
          )}
          <Row label={words.payee}>
            <Address value={payee} />
            <AddressWords value={payee} hint={shared.address.wordsHint} />
            <p className="hint">{words.signed[verified.signedBy]}</p>
          </Row>
          {amount > 0n && <Row label={words.amount}>{format.usdc(amount)}</Row>}
          {reference !== '' && (
            <Row label={words.reference}>
              <q translate="no">{reference}</q>
              <p className="hint">{words.referenceHint}</p>
            </Row>
          )}
          <Row label={words.until}>{format.moment(expires, props.now)}</Row>
        </dl>
        <div aria-live="polite">
          <FirewallNotice firewall={firewall} onAgain={props.onAgain} />
        </div>
        {!mustAsk && (
          <>
            {typed !== undefined && (
              <AmountField
                hint={words.amountHint}
                amount={typed.amount}
                balance={balance}
                fault={typed.fault}
                onChange={typed.onType}
              />
            )}
            <TimeChoice time={props.time} onChange={props.onTime} />
            <div className="actions">
              <WaitingButton waits={waits} onPress={props.onReview}>
                {words.review}
              </WaitingButton>
            </div>
          </>
        )}
      </form>
    </>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="stack">{children}</dd>
    </div>
  )
}
