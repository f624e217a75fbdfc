import type { LinkPreview } from '@holdfast/sdk/links'
import type { ReactNode } from 'react'
import type { Address as AddressValue } from 'viem'
import { Address, ShortAddress } from '../../parts/Address.js'
import { AddressWords } from '../../parts/AddressWords.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { Until } from '../../parts/Until.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { AddressField } from '../../payee/AddressField.js'
import { useClaimWords } from '../../words/useClaimWords.js'
import { useLinkWords } from '../../words/useLinkWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import type { Press } from '../claim/ClaimOutcome.js'
import { CashNotice } from '../link/CashNotice.js'

/** What the holder of a payment link sees. */
export type PayProps = {
  preview: LinkPreview | undefined
  now: Date
  /** The text in the field of the address to pay. */
  typed: string
  /** The typed address, if it is complete and valid. */
  recipient: AddressValue | undefined
  isConnected: boolean
  hasService: boolean
  press: Press
  waits: Waiting | undefined
  onType: (text: string) => void
  onPress: (way: 'service' | 'wallet') => void
}

/** The payment of a link, for its holder. Nothing is sent before a button is pressed. */
export function PayView(props: PayProps) {
  const { preview, press } = props
  const { words: shared, format } = useWords()
  const claimWords = useClaimWords()
  const { pay: words } = useLinkWords()
  if (preview === undefined) return <Skeleton />
  const { amount, fee, unverifiedSender, recipient, deadline, state, needs } = preview
  const isOver = press.at === 'over' && press.outcome.kind !== 'refused'
  return (
    <>
      {state === 'open' && !isOver && <CashNotice isReleased={needs === 'release'} isPayee />}
      <section className="card">
        <dl className="rows">
          {/* The heading of an open one says it. */}
          {(state !== 'open' || fee > 0n) && <Row label={shared.field.amount}>{format.usdc(amount)}</Row>}
          <Row label={words.from}>
            <ShortAddress value={unverifiedSender} />
            <span className="hint">{words.fromHint}</span>
          </Row>
          {recipient !== null && (
            <Row label={claimWords.to}>
              <Address value={recipient} />
              <AddressWords value={recipient} />
            </Row>
          )}
          {state === 'open' && (
            <Row label={claimWords.until}>
              <Until date={deadline} now={props.now} />
            </Row>
          )}
          {fee > 0n && <Row label={claimWords.fee}>{format.usdc(fee)}</Row>}
        </dl>
      </section>
      {state === 'open' && !isOver && <Form {...props} preview={preview} />}
      {state === 'open' && press.at === 'over' && press.outcome.kind === 'asked' && props.recipient !== undefined && (
        <section className="card stack">
          <Address value={props.recipient} />
          <AddressWords value={props.recipient} />
        </section>
      )}
    </>
  )
}

function Form({
  preview,
  typed,
  recipient,
  isConnected,
  hasService,
  press,
  waits,
  onType,
  onPress,
}: PayProps & { preview: LinkPreview }) {
  const { words: shared } = useWords()
  const claimWords = useClaimWords()
  const { pay: words } = useLinkWords()
  const refused = press.at === 'over' && press.outcome.kind === 'refused' ? press.outcome : undefined
  const isWrong = typed.trim().length >= 42 && recipient === undefined
  const way = hasService ? 'service' : 'wallet'
  return (
    <form
      className="card stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (waits === undefined && press.at !== 'pressed') onPress(way)
      }}
    >
      <AddressField
        label={words.to}
        hint={words.toHint}
        value={typed}
        fault={isWrong ? words.toWrong : undefined}
        onChange={onType}
      >
        {refused !== undefined && <p className="fault">{claimWords.fault[refused.fault]}</p>}
      </AddressField>
      {recipient !== undefined && <AddressWords value={recipient} hint={shared.address.wordsOwn} />}
      {press.at === 'pressed' ? (
        <p className="quiet" role="status">
          <span className="turning" aria-hidden="true" /> {press.isUnknown ? words.unknown : words.working}
        </p>
      ) : (
        <div className="actions">
          <WaitingButton
            waits={waits ?? (way === 'wallet' && !isConnected ? 'wallet' : undefined)}
            onPress={() => onPress(way)}
          >
            {preview.needs === 'release' ? words.ask : words.claim}
          </WaitingButton>
          {hasService && isConnected && waits === undefined && (
            <button type="button" className="link" onClick={() => onPress('wallet')}>
              {words.wallet}
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
