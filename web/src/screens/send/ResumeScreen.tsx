import { useFindTransfer, useHoldfast, useJournal } from '@holdfast/react'
import { useEffect } from 'react'
import { useHashLocation } from 'wouter/use-hash-location'
import { Screen } from '../../app/Screen.js'
import type { Session } from '../../wallets/useSession.js'
import { useReviewWords } from '../../words/useReviewWords.js'
import { keptLinkOf } from './keptLink.js'
import { ResumeView } from './ResumeView.js'
import { sendOf } from './sendOf.js'

/** What became of a payment or a payment link whose outcome is open: asks the chain by the claim hash, and never the wallet. */
export function ResumeScreen({ entry, session }: { entry: string; session: Session }) {
  const { progress } = useReviewWords()
  const { journal } = useHoldfast()
  const [, navigate] = useHashLocation()
  const rows = useJournal()
  const row = rows.data?.find(({ id }) => id === entry)
  const send = row && sendOf(row)
  const kept = send ?? (row && keptLinkOf(row))
  const found = useFindTransfer({
    chainId: kept?.chainId ?? session.chainId,
    sender: kept?.account,
    claimHash: kept?.claimHash,
    fromBlock: kept?.fromBlock,
    query: { refetchInterval: ({ state }) => (state.data === null || state.error !== null ? 3_000 : false) },
  })
  const transfer = found.data
  const [one, all] = send === undefined ? ['links', '/links'] : ['transfer', '/']
  useEffect(() => {
    if (!transfer || !kept) return
    // The outcome is known now. If the row cannot be changed, the next visit finds the transfer again.
    void journal.change(entry, () => ({ state: 'done' })).catch(() => {})
    navigate(`/${one}/${kept.chainId}/${transfer.transferId}`, { replace: true })
  }, [transfer, kept, one, navigate, journal, entry])
  return (
    <Screen title={progress.resumeTitle}>
      <ResumeView
        state={rows.isPending ? 'looking' : kept === undefined ? 'gone' : found.isFetched ? 'not_found' : 'looking'}
        amount={kept?.amount}
        to={send?.to}
        txHash={row?.txHashes.at(-1)}
        onLook={() => void found.refetch()}
        onGiveUp={() => void journal.change(entry, () => ({ state: 'failed' })).then(() => navigate(all))}
      />
    </Screen>
  )
}
