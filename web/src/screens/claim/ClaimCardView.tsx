import type { LinkPreview } from '@holdfast/sdk/links'
import { type ReactNode, useId } from 'react'
import { type Address as AddressValue, isAddressEqual } from 'viem'
import { Address, ShortAddress } from '../../parts/Address.js'
import { AddressWords } from '../../parts/AddressWords.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { Until } from '../../parts/Until.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import type { ClaimWords } from '../../words/ClaimWords.js'
import type { Format } from '../../words/format.js'
import { useClaimWords } from '../../words/useClaimWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import type { Press } from './ClaimOutcome.js'

/** What a claim shows before and after the press. */
export type ClaimCardProps = {
  preview: LinkPreview | undefined
  now: Date
  account: AddressValue | undefined
  /** Of an address, from the person's own book. */
  nameOf: (address: AddressValue) => string | undefined
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
  { claimWords, format }: { claimWords: ClaimWords; format: Format },
): { title: string; lead: string | undefined } {
  if (preview === undefined) return { title: claimWords.title, lead: undefined }
  const { amount, received, state } = preview
  if (press.at === 'over' && press.outcome.kind === 'claimed')
    return { title: claimWords.done.title(format.usdc(received)), lead: claimWords.done.why }
  if (state === 'open') return { title: claimWords.card(format.usdc(amount)), lead: undefined }
  const { title, why } = claimWords.state[state]
  return { title, lead: why }
}

/** A payment to be claimed: how much, to whom, until when, what it costs; then one field and one button. */
export function ClaimCardView(props: ClaimCardProps) {
  const { preview, press, account, nameOf } = props
  const { words, format } = useWords()
  const claimWords = useClaimWords()
  if (preview === undefined) return <Skeleton />
  const { amount, fee, recipient, unverifiedSender, deadline, state } = preview
  const senderName = nameOf(unverifiedSender)
  const isDone = press.at === 'over' && press.outcome.kind === 'claimed'
  const isOther = account !== undefined && recipient !== null && !isAddressEqual(account, recipient)
  return (
    <>
      <section className="card">
        <dl className="rows">
          {/* The heading of an open one says it. */}
          {(state !== 'open' || fee > 0n) && <Row label={words.field.amount}>{format.usdc(amount)}</Row>}
          {recipient !== null && (
            <Row label={claimWords.to}>
              <Address value={recipient} />
              {account !== undefined && !isOther && <span>{claimWords.toOwn}</span>}
              {isOther && <span className="hint">{claimWords.toOther}</span>}
              <AddressWords value={recipient} {...(state === 'open' && !isDone && { hint: words.address.wordsOwn })} />
            </Row>
          )}
          <Row label={claimWords.from}>
            {senderName !== undefined && <strong translate="no">{senderName}</strong>}
            <ShortAddress value={unverifiedSender} />
            <span className="hint">{claimWords.fromHint}</span>
          </Row>
          {state === 'open' && (
            <Row label={claimWords.until}>
              <Until date={deadline} now={props.now} />
            </Row>
          )}
          {fee > 0n && <Row label={claimWords.fee}>{format.usdc(fee)}</Row>}
          {props.hasService && state === 'open' && <Row label={claimWords.costs}>{claimWords.free}</Row>}
        </dl>
      </section>
      {state === 'open' && !isDone && <ClaimForm {...props} />}
    </>
  )
}

function ClaimForm({ code, press, waits, hasService, account, onCode, onClaim }: ClaimCardProps) {
  const claimWords = useClaimWords()
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
        <label htmlFor={id}>{claimWords.code}</label>
        <span className="hint" id={`${id}-hint`}>
          {claimWords.codeHint}
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
                {claimWords.fault[refused.fault]}{' '}
                {refused.attempts !== undefined && claimWords.attempts(refused.attempts)}
              </span>
            </p>
          )}
        </div>
      </div>
      {press.at === 'pressed' ? (
        <p className="quiet" role="status">
          <span className="turning" aria-hidden="true" /> {press.isUnknown ? claimWords.asksAgain : claimWords.pressed}
        </p>
      ) : (
        <div className="actions">
          <WaitingButton waits={waiting} onPress={() => onClaim(way)}>
            {hasService ? claimWords.press : claimWords.pressWallet}
          </WaitingButton>
          {hasService && account !== undefined && waits === undefined && (
            <button type="button" className="link" onClick={() => onClaim('wallet')}>
              {claimWords.own}
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
