import type { SentPaymentLink } from '@holdfast/sdk/links'
import { ShortAddress } from '../../parts/Address.js'
import { CopyButton } from '../../parts/CopyButton.js'
import { Notice } from '../../parts/Notice.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { useLinkWords } from '../../words/useLinkWords.js'
import { useWords } from '../../words/useWords.js'

/** The links of a sender. */
export type LinksProps = {
  isConnected: boolean
  chainId: number
  /** `undefined` while they are read. */
  links: readonly Pick<SentPaymentLink, 'transferId' | 'state' | 'amount' | 'deadline' | 'paidTo'>[] | undefined
  /** The link itself, where its secret is in this browser. */
  textOf: (transferId: bigint) => string | undefined
  now?: Date
}

/** Payment links with their states, newest first. */
export function LinksView({ isConnected, chainId, links, textOf, now }: LinksProps) {
  const { format } = useWords()
  const { list, page } = useLinkWords()
  if (!isConnected) return <Notice title={list.noWallet} />
  if (links === undefined) return <Skeleton />
  return (
    <>
      <div className="actions">
        <a className="button button-main" href="#/link">
          {list.make}
        </a>
      </div>
      {links.length === 0 ? (
        <Notice title={list.empty.title}>
          <p>{list.empty.why}</p>
        </Notice>
      ) : (
        <ol className="ledger">
          {links.map(({ transferId, state, amount, deadline, paidTo }) => {
            const text = state === 'open' ? textOf(transferId) : undefined
            // What is over has no time.
            const until = state === 'open' || state === 'locked' ? list.until(format.moment(deadline, now)) : undefined
            return (
              <li key={String(transferId)}>
                <p>
                  <a href={`#/links/${chainId}/${transferId}`}>{format.usdc(amount)}</a>, {list.state[state]}
                </p>
                {until !== undefined && (
                  <p className="hint">
                    {until}
                    {state === 'open' && text === undefined && <> · {list.notHere}</>}
                  </p>
                )}
                {paidTo !== null && (
                  <p className="hint">
                    {list.paidTo} <ShortAddress value={paidTo} />
                  </p>
                )}
                {text !== undefined && (
                  <p>
                    <CopyButton text={text} label={page.copy} />
                  </p>
                )}
              </li>
            )
          })}
        </ol>
      )}
    </>
  )
}
