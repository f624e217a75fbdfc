import { Notice } from '../../parts/Notice.js'
import { StepList } from '../../plan/StepList.js'
import { TransactionDetails } from '../../plan/TransactionDetails.js'
import { SilenceNoticeView } from '../../wallets/SilenceNotice.js'
import type { Drift } from '../../wallets/usePin.js'
import { useReviewWords } from '../../words/useReviewWords.js'
import { useWords } from '../../words/useWords.js'
import type { ShownProgress } from './usePlanProgress.js'

/** The steps of a payment under way. Its transaction is named as soon as there is one. */
export function ProgressView({
  shown,
  drift,
  isSilent,
}: {
  shown: ShownProgress
  drift: Drift | undefined
  isSilent: boolean
}) {
  const { words } = useWords()
  const { progress } = useReviewWords()
  const { steps, at, phase, txHash } = shown
  return (
    <>
      {drift !== undefined && <Notice kind="warning" title={words.wallet.drift[drift]} />}
      <section className="card stack-wide">
        <StepList names={steps.map((name) => progress.step[name])} at={at} phase={progress.phase[phase]} />
        {txHash !== undefined && <TransactionDetails txHash={txHash} />}
      </section>
      {isSilent && <SilenceNoticeView />}
      <p className="quiet">{progress.leave}</p>
    </>
  )
}
