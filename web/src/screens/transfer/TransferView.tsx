import { isReturnable, isTerminal, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { type ReactNode, useState } from 'react'
import type { Address as AddressValue } from 'viem'
import { Address, ShortAddress } from '../../parts/Address.js'
import { AddressWords } from '../../parts/AddressWords.js'
import { CopyButton } from '../../parts/CopyButton.js'
import { Qr } from '../../parts/Qr.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { Until } from '../../parts/Until.js'
import { useClaimWords } from '../../words/useClaimWords.js'
import { useTransferWords } from '../../words/useTransferWords.js'
import { useWords } from '../../words/useWords.js'

/** What a sender can do with a payment; any account can return one whose time is over. */
export type TransferAction = 'cancel' | 'rekey' | 'giveBack'

/** What the screen of a payment shows. */
export type TransferProps = {
  transfer: ProtectedTransfer | undefined
  /** Of an address, from the person's own book. */
  nameOf: (address: AddressValue) => string | undefined
  isSender: boolean
  account: AddressValue | undefined
  /** Only for the account that has sent it. */
  code: string | undefined
  isCodeKept: boolean
  /** Whether it is not known if the browser has it. */
  isCodeUnread?: boolean
  working: TransferAction | undefined
  isOnline: boolean
  /** Whether the journal outlives the page. */
  isKept: boolean
  /** The claim link without the code. */
  link: string
  /** By the clock of the chain. */
  now: Date
  onAct: (action: TransferAction) => void
}

/** A payment, told by its purpose and not by its contract. */
export function TransferView(props: TransferProps) {
  const { transfer, nameOf, isSender, code, isCodeKept, isCodeUnread = false, isKept, link, account, now } = props
  const { format } = useWords()
  const transferWords = useTransferWords()
  const claimWords = useClaimWords()
  if (transfer === undefined) return <Skeleton />
  const { amount, to, sender, deadline, status } = transfer
  const isOver = isTerminal(transfer)
  const isOverdue = isReturnable(transfer, now)
  return (
    <>
      <div>
        <p className="headline-amount" translate="no">
          {format.amount(amount)} <small>USDC</small>
        </p>
        <p className="lead" role="status">
          {isOverdue ? transferWords.overdue : transferWords.status[status]}
          {status === 'LOCKED' && `. ${transferWords.lockedWhy}`}
        </p>
      </div>
      {!isOver && !isOverdue && isSender && !isCodeUnread && <CodeCard code={code} link={link} isKept={isKept} />}
      {!isOver && !isSender && isCodeKept && account !== undefined && (
        <p className="notice">{transferWords.code.otherAccount}</p>
      )}
      <section className="card">
        <dl className="rows">
          <Row label={transferWords.to}>
            <Named name={nameOf(to)} />
            <Address value={to} />
            <AddressWords value={to} />
          </Row>
          <Row label={claimWords.from}>
            <Named name={nameOf(sender)} />
            <ShortAddress value={sender} />
          </Row>
          {!isOver && (
            <Row label={claimWords.until}>
              <Until date={deadline} now={now} />
            </Row>
          )}
        </dl>
      </section>
      {!isOver && <Actions {...props} transfer={transfer} isOverdue={isOverdue} />}
    </>
  )
}

function Named({ name }: { name: string | undefined }) {
  return name === undefined ? null : <strong translate="no">{name}</strong>
}

function CodeCard({ code, link, isKept }: { code: string | undefined; link: string; isKept: boolean }) {
  const transferWords = useTransferWords()
  const { code: texts } = transferWords
  if (code === undefined) return <p className="notice">{texts.notKept}</p>
  return (
    <section className="card stack">
      <h2>{texts.title}</h2>
      <p className="code" translate="no" dir="ltr">
        {code}
      </p>
      {!isKept && <p className="notice notice-warning">{texts.copyNow}</p>}
      <p>{texts.why}</p>
      <p className="notice notice-warning">{texts.never}</p>
      <div className="actions">
        <CopyButton text={code} label={texts.copy} isMain />
        <CopyButton text={link} label={texts.link} />
      </div>
      <details className="details">
        <summary>{texts.qr}</summary>
        <Qr text={link} label={texts.link} />
      </details>
      <details className="details">
        <summary>{texts.linkWithTitle}</summary>
        <p>{texts.linkWithWhy}</p>
        <p>
          <CopyButton text={`${link}/${code.replaceAll('-', '')}`} label={texts.linkWith} />
        </p>
      </details>
    </section>
  )
}

function Actions({
  transfer,
  isSender,
  isOverdue,
  working,
  isOnline,
  account,
  onAct,
}: TransferProps & { transfer: ProtectedTransfer; isOverdue: boolean }) {
  const transferWords = useTransferWords()
  const [asked, setAsked] = useState<TransferAction>()
  const offered: readonly TransferAction[] = isOverdue
    ? account === undefined
      ? []
      : ['giveBack']
    : isSender
      ? ['cancel', 'rekey']
      : []
  if (offered.length === 0)
    return transfer.status === 'PENDING' || transfer.status === 'LOCKED' ? (
      <p className="quiet">{transferWords.readOnly}</p>
    ) : null
  const texts = {
    cancel: [transferWords.cancel, transferWords.cancelWhy],
    rekey: [transferWords.rekey, transferWords.rekeyWhy],
    giveBack: [transferWords.giveBack, transferWords.giveBackWhy],
  } as const
  if (working !== undefined)
    return (
      <p className="quiet" role="status">
        <span className="turning" aria-hidden="true" /> {transferWords.confirm}
      </p>
    )
  return (
    <section className="stack">
      <h2>{transferWords.actions}</h2>
      {asked === undefined || !offered.includes(asked) ? (
        <div className="actions">
          {offered.map((action) => (
            <button
              key={action}
              type="button"
              className="button"
              aria-disabled={!isOnline}
              onClick={() => isOnline && setAsked(action)}
            >
              {texts[action][0]}
            </button>
          ))}
        </div>
      ) : (
        <section className="notice">
          <p>{texts[asked][1]}</p>
          <div className="actions">
            <button
              type="button"
              className="button button-main"
              aria-disabled={!isOnline}
              onClick={() => {
                if (!isOnline) return
                setAsked(undefined)
                onAct(asked)
              }}
            >
              {texts[asked][0]}
            </button>
            <button type="button" className="link" onClick={() => setAsked(undefined)}>
              {transferWords.keep}
            </button>
          </div>
        </section>
      )}
    </section>
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
