import type { LinkState } from '@holdfast/sdk/links'
import type { ProtectedTransfer } from '@holdfast/sdk/transfer'
import { type ReactNode, useState } from 'react'
import { type Address as AddressValue, zeroAddress } from 'viem'
import { Address } from '../../parts/Address.js'
import { AddressWords } from '../../parts/AddressWords.js'
import { CopyButton } from '../../parts/CopyButton.js'
import { Notice } from '../../parts/Notice.js'
import { Qr } from '../../parts/Qr.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { Until } from '../../parts/Until.js'
import { useClaimWords } from '../../words/useClaimWords.js'
import { useLinkWords } from '../../words/useLinkWords.js'
import { useTransferWords } from '../../words/useTransferWords.js'
import { CashNotice } from './CashNotice.js'

/** What a sender can do with a link. */
export type LinkAction = 'cancel' | 'giveBack' | 'release'

/** What the sender sees of one link. */
export type LinkProps = {
  transfer: ProtectedTransfer | undefined
  now: Date
  state: LinkState | undefined
  isReleased: boolean
  isSender: boolean
  account: AddressValue | undefined
  /** The link, where its secret is in this browser. */
  text: string | undefined
  /** Whether it is not known if the browser has it. */
  isUnread?: boolean
  working: LinkAction | undefined
  isOnline: boolean
  onAct: (action: 'cancel' | 'giveBack') => void
  /** Who asks to be paid, each with what the firewall says. */
  children?: ReactNode
}

/** One payment link as its sender sees it: to be copied, to be released, to be taken back. */
export function LinkView(props: LinkProps) {
  const { transfer, now, state, isReleased, isSender, text, isUnread = false, children } = props
  const claimWords = useClaimWords()
  const { page, list } = useLinkWords()
  if (transfer === undefined || state === undefined) return <Skeleton />
  const { deadline, to } = transfer
  const isOpen = state === 'open'
  const isOver = !(isOpen || state === 'expired' || state === 'locked')
  return (
    <>
      {isOpen && isSender && children}
      {isOpen && isSender && text === undefined && !isUnread && <p className="notice">{page.notHere}</p>}
      {isOpen && isSender && text !== undefined && (
        <section className="stack">
          <CashNotice isReleased={isReleased} />
          <div className="actions">
            <CopyButton text={text} label={page.copy} isMain />
          </div>
          <details className="details">
            <summary>{page.qr}</summary>
            <Qr text={text} label={page.copy} />
          </details>
        </section>
      )}
      {(to !== zeroAddress || !isOver) && (
        <section className="card">
          <dl className="rows">
            {to !== zeroAddress && (
              <div>
                <dt>{list.paidTo}</dt>
                <dd className="stack">
                  <Address value={to} />
                  <AddressWords value={to} />
                </dd>
              </div>
            )}
            {!isOver && (
              <div>
                <dt>{claimWords.until}</dt>
                <dd>
                  <Until date={deadline} now={now} />
                </dd>
              </div>
            )}
          </dl>
        </section>
      )}
      {!isOver && <Actions {...props} />}
    </>
  )
}

function Actions({ state, isSender, account, working, isOnline, onAct }: LinkProps) {
  const transferWords = useTransferWords()
  const { page } = useLinkWords()
  const [isAsked, setAsked] = useState(false)
  const action = state === 'expired' ? 'giveBack' : 'cancel'
  if (working !== undefined)
    return (
      <p className="quiet" role="status">
        <span className="turning" aria-hidden="true" /> {transferWords.confirm}
      </p>
    )
  if (account === undefined || (!isSender && action === 'cancel')) return <p className="quiet">{page.readOnly}</p>
  if (!isAsked)
    return (
      <div className="actions">
        <button type="button" className="button" aria-disabled={!isOnline} onClick={() => isOnline && setAsked(true)}>
          {transferWords[action]}
        </button>
      </div>
    )
  return (
    <Notice title={transferWords[action]}>
      <p>{action === 'cancel' ? transferWords.cancelWhy : transferWords.giveBackWhy}</p>
      <div className="actions">
        <button
          type="button"
          className="button button-main"
          aria-disabled={!isOnline}
          onClick={() => {
            if (!isOnline) return
            setAsked(false)
            onAct(action)
          }}
        >
          {transferWords[action]}
        </button>
        <button type="button" className="link" onClick={() => setAsked(false)}>
          {transferWords.keep}
        </button>
      </div>
    </Notice>
  )
}
