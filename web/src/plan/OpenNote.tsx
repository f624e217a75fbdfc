import { useHoldfast } from '@holdfast/react'
import { type ReactNode, useEffect } from 'react'
import type { Hash } from 'viem'
import type { OpenRow } from '../journal/openRow.js'
import { type Seen, useReceipt } from '../journal/useReceipt.js'
import { Notice } from '../parts/Notice.js'
import { useOpenWords } from '../words/useOpenWords.js'
import { TransactionDetails } from './TransactionDetails.js'

export type OpenNoteProps = {
  row: OpenRow
  title: string
  /** What is known of it. Without `goOn` this is the whole text. */
  said?: string | undefined
  goOn?: ReactNode
}

/**
 * What was begun in this browser and not seen to end. It goes on from here where it can, and its person can close it: a transaction that
 * was dropped, or that a wallet never made, leaves no other trace. One that is mined closes itself.
 */
export function OpenNote({ row, title, said, goOn }: OpenNoteProps) {
  const { journal } = useHoldfast()
  const { id, plan, txHashes, bridge, draft } = row
  const { steps, chainId } = plan
  const burn = bridge?.burnTxHash
  const txHash = burn ?? txHashes.at(-1)
  // An earlier transaction, such as an approval, does not decide the outcome; and what can be continued looks by itself.
  const isWhole = txHashes.length === steps.filter(({ kind }) => kind === 'transaction').length
  const seen = useReceipt(chainId, burn !== undefined || (goOn === undefined && isWhole) ? txHash : undefined)
  // A burn is half of its transfer: the issuer has the rest.
  const isDone = seen === 'mined' && burn === undefined
  useEffect(() => {
    // If the row cannot be changed, the next visit looks again.
    if (isDone) void journal.change(id, () => ({ state: 'done' })).catch(() => {})
  }, [isDone, id, journal])
  if (burn !== undefined && (seen === undefined || seen === 'mined')) return null
  return (
    <OpenNoteView
      title={title}
      said={said}
      seen={seen}
      txHash={burn === undefined ? txHash : undefined}
      goOn={goOn}
      onClose={() =>
        void journal.change(id, ({ state, progress }) => ({
          state: state === 'started' ? 'failed' : state,
          // A new hidden spending account is open in other states as well. Every other row is open again once it goes on in another tab.
          ...(draft !== undefined && { progress: { ...progress, isClosed: true } }),
        }))
      }
    />
  )
}

export function OpenNoteView({
  title,
  said,
  seen,
  txHash,
  goOn,
  onClose,
}: {
  title: string
  said?: string | undefined
  seen?: Seen | undefined
  txHash?: Hash | undefined
  goOn?: ReactNode
  onClose: () => void
}) {
  const open = useOpenWords()
  return (
    <Notice title={title}>
      <p>{said ?? (seen === 'reverted' || seen === 'absent' ? open[seen] : open.unknown)}</p>
      {(said === undefined ? seen !== 'reverted' : goOn !== undefined) && <p className="hint">{open.closeWhy}</p>}
      {txHash !== undefined && <TransactionDetails txHash={txHash} />}
      <div className="actions">
        {goOn}
        <button type="button" className={goOn === undefined ? 'button button-small' : 'link'} onClick={onClose}>
          {open.close}
        </button>
      </div>
    </Notice>
  )
}
