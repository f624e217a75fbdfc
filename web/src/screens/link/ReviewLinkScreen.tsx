import { useExecutePlan, useHoldfast, usePlanOperation } from '@holdfast/react'
import { paymentLinkTerms } from '@holdfast/sdk/links'
import { claimKeyFromLink, generateLinkSecret } from '@holdfast/sdk/transfer'
import { useState } from 'react'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { watchSent } from '../../journal/watchSent.js'
import { withFlowLock } from '../../journal/withFlowLock.js'
import { Notice } from '../../parts/Notice.js'
import { useNavigateHere } from '../../parts/useNavigateHere.js'
import { PlanFault } from '../../plan/PlanFault.js'
import { usePlanAttempt } from '../../plan/usePlanAttempt.js'
import { usePin } from '../../wallets/usePin.js'
import type { Session } from '../../wallets/useSession.js'
import { useSilence } from '../../wallets/useSilence.js'
import { useLinkWords } from '../../words/useLinkWords.js'
import { useReviewWords } from '../../words/useReviewWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import { TIMES } from '../send/Payment.js'
import { ProgressView } from '../send/ProgressView.js'
import { beginUnderWay, endUnderWay } from '../send/underWay.js'
import { usePlanProgress } from '../send/usePlanProgress.js'
import { LinkReviewView } from './LinkReviewView.js'
import type { LinkForm } from './MakeLinkView.js'

/** The review of a payment link: the library's plan, then that plan and nothing else. */
export function ReviewLinkScreen({
  session,
  amount,
  form,
  onBack,
}: {
  session: Session
  amount: bigint
  form: LinkForm
  onBack: () => void
}) {
  const { words } = useWords()
  const { progress } = useReviewWords()
  const { make } = useLinkWords()
  const isOnline = useOnline()
  const { journal } = useHoldfast()
  const navigate = useNavigateHere()
  const { pin, drift } = usePin()
  const { account, chainId } = session
  // In memory until the person agrees, then in the journal.
  const [linkSecret] = useState(generateLinkSecret)
  const [params] = useState(() => ({
    amount,
    claimHash: claimKeyFromLink(linkSecret).claimHash,
    terms: { ...paymentLinkTerms(amount, form), recallWindow: TIMES[form.time] },
  }))
  const planned = usePlanOperation<'createPaymentLink'>({
    chainId,
    account,
    operation: 'createPaymentLink',
    params,
    query: { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  })
  const plan = planned.data
  const [isSentSince] = useState(() => watchSent(journal))
  const { shown, follow, restart } = usePlanProgress(plan?.steps ?? [])
  const execution = useExecutePlan<'createPaymentLink'>({ chainId, onProgress: follow })
  const isSilent = useSilence(execution.isPending && shown.phase === 'sign', 60_000)
  const { run, busy, fault, hasFailed, planAgain } = usePlanAttempt(planned)
  const send = async () => {
    if (plan === undefined || pin === undefined) return
    let entry = ''
    await run(
      async () => {
        restart()
        entry = await journal.keep({ linkSecret, origin: location.origin })
        // A reload during the payment then looks on the chain and asks no wallet.
        beginUnderWay(`/link/${entry}`, '/link')
        const isSent = () => isSentSince(plan, entry)
        const { busy, done } = await withFlowLock({ ...pin, isSent }, () =>
          execution.mutateAsync({ plan, entry, handOver: entry }),
        ).finally(() => endUnderWay(`/link/${entry}`))
        if (busy === undefined) navigate(`/links/${plan.chainId}/${done.result.transferId}`)
        else await journal.remove(entry)
        return busy
      },
      () => navigate(`/link/${entry}`),
    )
  }
  if (execution.isPending)
    return (
      <Screen title={progress.title} lead={make.progress}>
        <ProgressView shown={shown} drift={drift} isSilent={isSilent} />
      </Screen>
    )
  const waits: Waiting | undefined = !isOnline
    ? 'offline'
    : drift !== undefined
      ? 'drift'
      : plan === undefined || planned.isFetching
        ? 'plan'
        : undefined
  return (
    <Screen title={make.reviewTitle}>
      {busy !== undefined && <Notice kind="warning" title={words.busy[busy]} />}
      {fault !== undefined && <PlanFault {...fault} />}
      <LinkReviewView
        amount={amount}
        time={form.time}
        isReleased={params.terms.claimMode === 'KEY_RELEASE'}
        plan={plan}
        drift={drift}
        hasFailed={hasFailed}
        waits={waits}
        onBack={onBack}
        onAgain={planAgain}
        onSend={() => void send()}
      />
    </Screen>
  )
}
