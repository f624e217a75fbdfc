import type { LinkPreview } from '@holdfast/sdk/links'
import { type ReactNode, useId } from 'react'
import { type Address as AddressValue, isAddressEqual } from 'viem'
import { Address, ShortAddress } from '../../parts/Address.js'
import { AddressWords } from '../../parts/AddressWords.js'
import { Until } from '../../parts/Until.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { type Language, useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import type { Press } from './ClaimOutcome.js'

/** What a claim shows before and after the press. */
export type ClaimCardProps = {
  preview: LinkPreview | undefined
  account: AddressValue | undefined
  hasService: boolean
  code: string
  press: Press
  waits: Waiting | undefined
  onCode: (code: string) => void
  onClaim: (way: 'service' | 'wallet') => void
}

/** The heading of a claim: what there is, or what has become of it. */
export function claimHeading(
  { preview, press }: Pick<ClaimCardProps, 'preview' | 'press'>,
  { words, format }: Pick<Language, 'words' | 'format'>,
): { title: string; lead: string | undefined } {
  if (preview === undefined) return { title: words.claim.title, lead: undefined }
  const { amount, fee, state } = preview
  if (press.at === 'over' && press.outcome.kind === 'claimed')
    return { title: words.claim.done.title(format.usdc(amount - fee)), lead: words.claim.done.why }
  if (state === 'open') return { title: words.claim.card(format.usdc(amount)), lead: undefined }
  const { title, why } = words.claim.state[state]
  return { title, lead: why }
}

/** A payment to be claimed: how much, to whom, until when, what it costs; then one field and one button. */
export function ClaimCardView(props: ClaimCardProps) {
  const { preview, press, account } = props
  const { words, format } = useWords()
  if (preview === undefined)
    return (
      <section className="card bones" aria-label={words.app.waiting}>
        <span />
        <span />
        <span />
      </section>
    )
  const { amount, fee, recipient, unverifiedSender, deadline, state } = preview
  const isDone = press.at === 'over' && press.outcome.kind === 'claimed'
  const isOther = account !== undefined && recipient !== null && !isAddressEqual(account, recipient)
  return (
    <>
      <section className="card">
        <dl className="rows">
          <Row label={words.review.amount}>{format.usdc(amount)}</Row>
          {recipient !== null && (
            <Row label={words.claim.to}>
              <Address value={recipient} />
              {account !== undefined && !isOther && <span>{words.claim.toOwn}</span>}
              {isOther && <span className="hint">{words.claim.toOther}</span>}
              <AddressWords value={recipient} hint={words.address.wordsOwn} />
            </Row>
          )}
          <Row label={words.claim.from}>
            <ShortAddress value={unverifiedSender} />
            <span className="hint">{words.claim.fromHint}</span>
          </Row>
          {state === 'open' && (
            <Row label={words.claim.until}>
              <Until date={deadline} />
            </Row>
          )}
          {fee > 0n && <Row label={words.claim.fee}>{format.usdc(fee)}</Row>}
          {props.hasService && state === 'open' && <Row label={words.claim.costs}>{words.claim.free}</Row>}
        </dl>
      </section>
      {state === 'open' && !isDone && <ClaimForm {...props} />}
    </>
  )
}

function ClaimForm({ code, press, waits, hasService, account, onCode, onClaim }: ClaimCardProps) {
  const { words } = useWords()
  const id = useId()
  const refused = press.at === 'over' && press.outcome.kind === 'refused' ? press.outcome : undefined
  const way = hasService ? 'service' : 'wallet'
  const waiting = waits ?? (way === 'wallet' && account === undefined ? 'wallet' : undefined)
  return (
    <form
      className="card stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (waiting === undefined && press.at !== 'pressed') onClaim(way)
      }}
    >
      <div className="field">
        <label htmlFor={id}>{words.claim.code}</label>
        <span className="hint" id={`${id}-hint`}>
          {words.claim.codeHint}
        </span>
        <input
          id={id}
          className="mono"
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          translate="no"
          dir="ltr"
          placeholder="XXXX-XXXX-XXXX-XXXX"
          aria-describedby={`${id}-hint ${id}-fault`}
          aria-invalid={refused !== undefined}
          onChange={({ target }) => onCode(target.value)}
        />
        <div id={`${id}-fault`} aria-live="polite">
          {refused !== undefined && (
            <p className="fault">
              <span>
                {words.claim.fault[refused.fault]}{' '}
                {refused.attempts !== undefined && words.claim.attempts(refused.attempts)}
              </span>
            </p>
          )}
        </div>
      </div>
      {press.at === 'pressed' ? (
        <p className="quiet" role="status">
          <span className="turning" aria-hidden="true" />{' '}
          {press.isUnknown ? words.claim.asksAgain : words.claim.pressed}
        </p>
      ) : (
        <div className="actions">
          <WaitingButton waits={waiting} onPress={() => onClaim(way)}>
            {hasService ? words.claim.press : words.claim.pressWallet}
          </WaitingButton>
          {hasService && account !== undefined && waits === undefined && (
            <button type="button" className="link" onClick={() => onClaim('wallet')}>
              {words.claim.own}
            </button>
          )}
        </div>
      )}
    </form>
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
