import { useFindTransfer, useHoldfast, useJournal } from '@holdfast/react'
import { useEffect } from 'react'
import { Screen } from '../../app/Screen.js'
import { Notice } from '../../parts/Notice.js'
import { useNavigateHere } from '../../parts/useNavigateHere.js'
import type { Session } from '../../wallets/useSession.js'
import { useReviewWords } from '../../words/useReviewWords.js'
import { useWords } from '../../words/useWords.js'
import { keptPaymentOf } from './keptPayment.js'
import { ResumeView } from './ResumeView.js'

/** What became of a payment or a payment link whose outcome is open: asks the chain by the claim hash, and never the wallet. */
export function ResumeScreen({ entry, session }: { entry: string; session: Session }) {
  const { progress } = useReviewWords()
  const { words } = useWords()
  const { journal } = useHoldfast()
  const navigate = useNavigateHere()
  const rows = useJournal()
  const { refetch } = rows
  const row = rows.data?.find(({ id }) => id === entry)
  const kept = row && keptPaymentOf(row)
  const txHash = row?.txHashes.at(-1)
  const found = useFindTransfer({
    chainId: kept?.chainId ?? session.chainId,
    sender: kept?.account,
    claimHash: kept?.claimHash,
    txHash,
    fromBlock: kept?.fromBlock,
    query: { refetchInterval: ({ state }) => (state.data === null || state.error !== null ? 3_000 : false) },
  })
  const transfer = found.data
  const [one, all] = kept?.isLink === false ? ['transfer', '/'] : ['links', '/links']
  useEffect(() => {
    if (!transfer || !kept) return
    // The outcome is known now. If the row cannot be changed, the next visit finds the transfer again.
    void journal
      .change(entry, ({ params }) => ({
        state: 'done',
        // Under another claim hash, nothing else leads from the transfer to its row.
        params:
          transfer.claimHash === kept.claimHash.toLowerCase()
            ? params
            : { ...params, swapped: String(transfer.transferId) },
      }))
      .then(() => refetch())
      .catch(() => {})
      .then(() => navigate(`/${one}/${kept.chainId}/${transfer.transferId}`, { replace: true }))
  }, [transfer, kept, one, navigate, journal, entry, refetch])
  // A journal that cannot be read may have it.
  if (kept === undefined && rows.error !== null)
    return (
      <Screen title={progress.resumeTitle}>
        <Notice title={words.effect.open}>
          <div>
            <button type="button" className="button button-small" onClick={() => void refetch()}>
              {words.app.again}
            </button>
          </div>
        </Notice>
      </Screen>
    )
  return (
    <Screen title={progress.resumeTitle}>
      <ResumeView
        state={rows.isPending ? 'looking' : kept === undefined ? 'gone' : found.isFetched ? 'not_found' : 'looking'}
        amount={kept?.amount}
        to={kept?.isLink === false ? kept.to : undefined}
        txHash={txHash}
        onLook={() => void found.refetch()}
        onGiveUp={() => void journal.change(entry, () => ({ state: 'failed' })).then(() => navigate(all))}
      />
    </Screen>
  )
}
