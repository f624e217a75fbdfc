import type { ActivityItem, HistoryEntry } from '@holdfast/sdk/history'
import { isReturnable, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { type ReactNode, useId, useState } from 'react'
import { type Address as AddressValue, formatUnits, isAddressEqual, zeroAddress } from 'viem'
import { Address, ShortAddress } from '../../parts/Address.js'
import { CopyButton } from '../../parts/CopyButton.js'
import { Notice } from '../../parts/Notice.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { AddressField } from '../../payee/AddressField.js'
import type { Around, SentState } from '../../words/ActivityWords.js'
import type { Format } from '../../words/format.js'
import { useActivityWords } from '../../words/useActivityWords.js'
import { useWords } from '../../words/useWords.js'
import type { HiddenItem } from './HiddenItem.js'

/** What the screen of past payments shows. */
export type ActivityProps = {
  /** Whose activity; `undefined` before one is chosen. */
  address: AddressValue | undefined
  isOwn: boolean
  /** `undefined` until the first source has answered. */
  items: readonly ActivityItem[] | undefined
  hidden: readonly HiddenItem[]
  isComplete: boolean
  /** Sources that did not answer. */
  failed: readonly { source: 'history' | 'payments'; chain: string }[]
  /** When what is shown was read, where it cannot be read again now. */
  asOf: Date | undefined
  /** With more than one chain, each row names its own. */
  chainNameOf: ((chainId: number) => string) | undefined
  nameOf: (address: AddressValue) => string | undefined
  now?: Date
  onRetry: () => void
  onAddress: (text: string) => boolean
  /** Above the rows: payments that are not finished. */
  children?: ReactNode
}

/** Past payments by their purpose, without the rows that were planted. */
export function ActivityView(props: ActivityProps) {
  const { address, isOwn, hidden, isComplete, failed, asOf, onRetry } = props
  const { format } = useWords()
  const words = useActivityWords()
  return (
    <>
      {props.children}
      {address === undefined && <WhoseForm onAddress={props.onAddress} />}
      {address !== undefined && !isOwn && (
        <section className="notice">
          <h2>{words.readOnly}</h2>
          <Address value={address} />
        </section>
      )}
      {failed.map(({ source, chain }) => (
        <Notice key={`${source}${chain}`} kind="warning" title={words.failed(source, chain)}>
          <p>{words.failedWhy}</p>
          <div>
            <button type="button" className="button button-small" onClick={onRetry}>
              {words.again}
            </button>
          </div>
        </Notice>
      ))}
      {!isComplete && (
        <Notice kind="warning" title={words.older.title}>
          <p>{words.older.why}</p>
        </Notice>
      )}
      {asOf !== undefined && <p className="quiet">{words.asOf(format.moment(asOf, props.now))}</p>}
      {address !== undefined && <Rows {...props} />}
      {hidden.length > 0 && <Hidden rows={hidden} chainNameOf={props.chainNameOf} />}
    </>
  )
}

function WhoseForm({ onAddress }: Pick<ActivityProps, 'onAddress'>) {
  const words = useActivityWords()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <form
      className="card stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setWrong(!onAddress(typed))
      }}
    >
      <AddressField
        label={words.whose.label}
        hint={words.whose.hint}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setWrong(false)
        }}
        fault={isWrong ? words.whose.wrong : undefined}
      />
      <div className="actions">
        <button type="submit" className="button">
          {words.whose.show}
        </button>
      </div>
    </form>
  )
}

/** Rows that are drawn at once. */
const rowsAtOnce = 50

function Rows(props: ActivityProps) {
  const { items, isOwn, failed, isComplete } = props
  const words = useActivityWords()
  const [shown, setShown] = useState(rowsAtOnce)
  if (items === undefined) return <Skeleton />
  if (items.length === 0)
    // Nothing was found, which says nothing of what could not be read.
    return failed.length > 0 || !isComplete ? null : (
      <Notice title={words.empty.title}>
        <p>{words.empty.why}</p>
        {isOwn && (
          <p>
            <a href="#/">{words.empty.first}</a>
          </p>
        )}
      </Notice>
    )
  return (
    <section className="stack">
      <p className="unseen" role="status">
        {words.counted(items.length)}
      </p>
      <ol className="ledger">
        {items.slice(0, shown).map((item) => (
          <li key={item.id}>
            <Row item={item} {...props} />
          </li>
        ))}
      </ol>
      {items.length > shown && (
        <div className="actions">
          <button type="button" className="button" onClick={() => setShown((count) => count + rowsAtOnce)}>
            {words.more}
          </button>
        </div>
      )}
    </section>
  )
}

function Row({ item, nameOf, chainNameOf, now }: ActivityProps & { item: ActivityItem }) {
  const { format } = useWords()
  const words = useActivityWords()
  const when = [item.at && format.moment(item.at, now), chainNameOf?.(item.chainId)].filter(Boolean).join(' · ')
  if (item.kind === 'sent') {
    const { transfer } = item
    const { transferId, to, amount, deadline } = transfer
    const facts = { amount: format.usdc(amount), state: stateOf(transfer, now), until: format.moment(deadline, now) }
    const isLink = isAddressEqual(to, zeroAddress)
    return (
      <>
        <p>{isLink ? words.link(facts) : <Sentence around={words.sent(facts)} who={to} nameOf={nameOf} />}</p>
        <p className="hint">
          {when !== '' && <>{when} · </>}
          <a href={`#/${isLink ? 'links' : 'transfer'}/${item.chainId}/${transferId}`}>{words.open}</a>
        </p>
      </>
    )
  }
  const { entry } = item
  const amount = writeAmount(entry, format)
  const isPlain = item.kind === 'plain' && entry.kind === 'transfer'
  return (
    <>
      <p>
        {isPlain ? (
          <Sentence
            around={entry.direction === 'in' ? words.received(amount) : words.paid(amount)}
            who={entry.counterparty}
            nameOf={nameOf}
          />
        ) : item.kind === 'plain' ? (
          words[entry.kind === 'mint' ? 'minted' : 'burned'](amount)
        ) : (
          words[item.kind](amount)
        )}
      </p>
      <details className="details">
        <summary className="hint">
          {when} · {words.details}
        </summary>
        <div className="stack">
          {isPlain && (
            <>
              <Address value={entry.counterparty} />
              {entry.suspect === undefined && (
                <p>
                  <CopyButton text={entry.counterparty} />
                </p>
              )}
            </>
          )}
          <p className="hint">
            {words.transaction}{' '}
            <span className="mono" translate="no">
              {entry.txHash}
            </span>
          </p>
        </div>
      </details>
    </>
  )
}

function Sentence({
  around: [before, after],
  who,
  nameOf,
}: {
  around: Around
  who: AddressValue
  nameOf: ActivityProps['nameOf']
}) {
  const name = nameOf(who)
  return (
    <>
      <span>{before}</span>
      {name === undefined ? <ShortAddress value={who} /> : <strong translate="no">{name}</strong>}
      <span>{after}</span>
    </>
  )
}

/** Rows that are hidden, behind a switch. Their addresses cannot be copied. */
function Hidden({ rows, chainNameOf }: { rows: readonly HiddenItem[]; chainNameOf: ActivityProps['chainNameOf'] }) {
  const { format } = useWords()
  const words = useActivityWords()
  const [isShown, setShown] = useState(false)
  const id = useId()
  return (
    <section className="stack">
      <div className="notice">
        <h2>{words.hidden(rows.length)}</h2>
        <p>{words.hiddenWhy}</p>
        <div>
          <button
            type="button"
            className="button button-small"
            aria-expanded={isShown}
            aria-controls={id}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? words.hide : words.show}
          </button>
        </div>
      </div>
      <ol className="ledger ledger-hidden" id={id} hidden={!isShown}>
        {rows.map(({ id: key, chainId, entry }) => (
          <li key={key}>
            <p>
              <Sentence
                around={(entry.direction === 'in' ? words.received : words.paid)(writeAmount(entry, format))}
                who={entry.counterparty}
                nameOf={() => undefined}
              />
            </p>
            <p className="hint">{words.reason[entry.reason]}</p>
            <p className="hint">
              {[format.moment(entry.timestamp), chainNameOf?.(chainId)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function stateOf(transfer: ProtectedTransfer, now = new Date()): SentState {
  if (transfer.status === 'CLAIMED') return 'claimed'
  if (transfer.status === 'CANCELLED') return 'cancelled'
  if (transfer.status === 'RECLAIMED') return 'returned'
  if (isReturnable(transfer, now)) return 'overdue'
  return transfer.status === 'LOCKED' ? 'locked' : 'open'
}

/** Of an unknown token only the number: its name may be that of another token. */
function writeAmount({ amount, decimals, tokenSymbol, ...entry }: HistoryEntry & { reason?: string }, format: Format) {
  const number = decimals === 6 ? format.amount(amount) : formatUnits(amount, decimals)
  return entry.reason === 'UNKNOWN_TOKEN' ? `${number} ?` : `${number}\u00a0${tokenSymbol}`
}
