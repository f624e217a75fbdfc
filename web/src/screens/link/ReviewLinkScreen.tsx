import { useExecutePlan, useHoldfast, usePlanOperation } from '@holdfast/react'
import { describeError, SignatureDeclinedError, StalePlanError } from '@holdfast/sdk/errors'
import { paymentLinkTerms } from '@holdfast/sdk/links'
import { claimKeyFromLink, generateLinkSecret } from '@holdfast/sdk/transfer'
import { useState } from 'react'
import { useHashLocation } from 'wouter/use-hash-location'
import { announce } from '../../app/announce.js'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { type Busy, withFlowLock } from '../../journal/withFlowLock.js'
import { Fault } from '../../parts/Fault.js'
import { hasMovedMoney } from '../../parts/hasMovedMoney.js'
import { Notice } from '../../parts/Notice.js'
import { useSingleRun } from '../../parts/useSingleRun.js'
import { usePin } from '../../wallets/usePin.js'
import type { Session } from '../../wallets/useSession.js'
import { useLinkWords } from '../../words/useLinkWords.js'
import { useReviewWords } from '../../words/useReviewWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import { TIMES } from '../send/Payment.js'
import { ProgressView } from '../send/ProgressView.js'
import { beginUnderWay, endUnderWay } from '../send/underWay.js'
import { usePlanProgress } from '../send/usePlanProgress.js'
import { useSilence } from '../send/useSilence.js'
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
  const { progress, review } = useReviewWords()
  const { make } = useLinkWords()
  const isOnline = useOnline()
  const { journal } = useHoldfast()
  const [, navigate] = useHashLocation()
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
  const { shown, follow, restart } = usePlanProgress(plan?.steps ?? [])
  const execution = useExecutePlan<'createPaymentLink'>({ chainId, onProgress: follow })
  const isSilent = useSilence(execution.isPending && shown.phase === 'sign', 60_000)
  const [busy, setBusy] = useState<Busy>()
  const [error, setError] = useState<unknown>()
  const send = useSingleRun(async () => {
    if (plan === undefined || pin === undefined) return
    setError(undefined)
    setBusy(undefined)
    restart()
    let entry = ''
    try {
      entry = await journal.keep({ linkSecret, origin: location.origin })
      // A reload during the payment then looks on the chain and asks no wallet.
      beginUnderWay(`/link/${entry}`, '/link')
      const { busy, done } = await withFlowLock(pin, () =>
        execution.mutateAsync({ plan, entry, handOver: entry }),
      ).finally(endUnderWay)
      if (busy === undefined) return navigate(`/links/${plan.chainId}/${done.result.transferId}`)
      await journal.remove(entry)
      setBusy(busy)
    } catch (failure) {
      const isStale = failure instanceof StalePlanError
      const { effect, settles } = describeError(failure)
      // Money may have moved: the chain is asked, and nothing is offered once more. What is settled is said here.
      if ((effect === 'open' && !settles) || (effect === 'done' && !isStale)) return navigate(`/link/${entry}`)
      if (isStale) void planned.refetch()
      setError(failure)
      announce(words.effect[effect], 'assertive')
    }
  })
  if (execution.isPending)
    return (
      <Screen title={progress.title} lead={make.progress}>
        <ProgressView shown={shown} drift={drift} isSilent={isSilent} onClosed={() => location.reload()} />
      </Screen>
    )
  const waits: Waiting | undefined = !isOnline
    ? 'offline'
    : drift !== undefined
      ? 'drift'
      : plan === undefined || planned.isFetching
        ? 'plan'
        : undefined
  // Not offered again while it is asked: each press would start over.
  const hasFailed = planned.isError && !planned.isFetching
  const isOver = hasMovedMoney(error)
  return (
    <Screen title={make.reviewTitle}>
      {busy !== undefined && <Notice kind="warning" title={words.busy[busy]} />}
      {error instanceof SignatureDeclinedError && <p className="notice">{review.declined}</p>}
      {hasFailed && <Fault error={planned.error} />}
      {error !== undefined && !(error instanceof SignatureDeclinedError) && <Fault error={error} />}
      <LinkReviewView
        amount={amount}
        time={form.time}
        isReleased={params.terms.claimMode === 'KEY_RELEASE'}
        plan={plan}
        drift={drift}
        hasFailed={isOver || hasFailed}
        waits={waits}
        onBack={onBack}
        onAgain={() => {
          setError(undefined)
          void planned.refetch()
        }}
        onSend={() => void send()}
      />
    </Screen>
  )
}
