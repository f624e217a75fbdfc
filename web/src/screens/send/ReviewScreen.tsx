import { useExecutePlan, useHoldfast, usePlanOperation } from '@holdfast/react'
import { RiskBlockedError } from '@holdfast/sdk/errors'
import { claimKeyFromCode, defineConfig, generateClaimCode, recommendClaimMode } from '@holdfast/sdk/transfer'
import { useState } from 'react'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { watchSent } from '../../journal/watchSent.js'
import { withFlowLock } from '../../journal/withFlowLock.js'
import { isMiddleOf } from '../../parts/groupsOf.js'
import { Notice } from '../../parts/Notice.js'
import { useNavigateHere } from '../../parts/useNavigateHere.js'
import { decisionOn } from '../../payee/Overruled.js'
import { useNames } from '../../people/usePeople.js'
import { PlanFault } from '../../plan/PlanFault.js'
import { usePlanAttempt } from '../../plan/usePlanAttempt.js'
import { usePin } from '../../wallets/usePin.js'
import type { Session } from '../../wallets/useSession.js'
import { useSilence } from '../../wallets/useSilence.js'
import { useReviewWords } from '../../words/useReviewWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import { type Payment, TIMES } from './Payment.js'
import { ProgressView } from './ProgressView.js'
import { ReviewView } from './ReviewView.js'
import { beginUnderWay, endUnderWay } from './underWay.js'
import { useLeaveWarning } from './useLeaveWarning.js'
import { usePlanProgress } from './usePlanProgress.js'

/** Shows the library's plan of a payment, and carries out exactly that plan. */
export function ReviewScreen({
  session,
  payment,
  home = '/',
  onBack,
  onBlocked,
}: {
  session: Session
  payment: Payment
  /** The page that the payment was begun on. */
  home?: string
  onBack: () => void
  onBlocked: (report: Payment['report']) => void
}) {
  const { words } = useWords()
  const { progress, review } = useReviewWords()
  const isOnline = useOnline()
  const nameOf = useNames()
  const { journal } = useHoldfast()
  const navigate = useNavigateHere()
  const { pin, drift } = usePin()
  const { to, amount, time, report, overruled, request } = payment
  const { account, chainId } = session
  // In memory until the person agrees, then in the journal.
  const [{ secret, claimHash }] = useState(newCode)
  const [typed, setTyped] = useState('')
  const [params] = useState(() => ({
    to,
    amount,
    claimHash,
    // A wallet then shows the call itself, which names the recipient.
    memo: false,
    terms: defineConfig({ claimMode: recommendClaimMode({ to, amount }), recallWindow: TIMES[time] }),
  }))
  const [checking] = useState(() => request && { checkOptions: { source: request.source } })
  const planned = usePlanOperation<'sendProtected'>({
    chainId,
    account,
    operation: 'sendProtected',
    params,
    ...checking,
    query: { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  })
  const plan = planned.data
  const [isSentSince] = useState(() => watchSent(journal))
  const { shown, follow, restart } = usePlanProgress(plan?.steps ?? [])
  const execution = useExecutePlan<'sendProtected'>({ chainId, onProgress: follow })
  const { run, busy, fault, hasFailed, planAgain } = usePlanAttempt(planned)
  const isSilent = useSilence(execution.isPending && shown.phase === 'sign', 60_000)
  useLeaveWarning(execution.isPending && shown.phase === 'send')
  // The form may have been of the account that was connected before.
  const current = plan?.firewall[0] ?? report
  const isFirst = !current.reasons.some(({ code }) => code === 'KNOWN_COUNTERPARTY' || code === 'VERIFIED_RECIPIENT')
  const needsMiddle = isFirst && decisionOn(current, overruled) === undefined

  const waits = waitingOf()
  function waitingOf(): Waiting | undefined {
    if (!isOnline) return 'offline'
    if (drift !== undefined) return 'drift'
    if (plan === undefined || planned.isFetching) return 'plan'
    return needsMiddle && !isMiddleOf(to, typed) ? 'middle' : undefined
  }

  const send = async () => {
    if (plan === undefined || pin === undefined) return
    const acknowledgement = overruled === undefined ? undefined : { ...overruled, amount }
    let entry = ''
    await run(
      async () => {
        restart()
        entry = await journal.keep({ secret })
        // Before it is signed: a request whose payment is open counts as paid.
        if (request !== undefined) await journal.change(entry, () => ({ params: { requestHash: request.hash } }))
        // A reload during the payment then looks on the chain and asks no wallet.
        beginUnderWay(`/sending/${entry}`, home)
        let isPaid = false
        const isSent = async () => {
          isPaid = request !== undefined && !(await request.isOpen(entry))
          return isPaid || isSentSince(plan, entry)
        }
        const { busy, done } = await withFlowLock({ ...pin, request: request?.hash, isSent }, () =>
          execution.mutateAsync({ plan, entry, acknowledgement, ...checking }),
        )
          .finally(() => endUnderWay(`/sending/${entry}`))
          .catch((failure: unknown) => {
            if (failure instanceof RiskBlockedError) onBlocked(failure.report)
            throw failure
          })
        if (done !== undefined) {
          navigate(`/transfer/${plan.chainId}/${done.result.transferId}`)
          return undefined
        }
        await journal.remove(entry)
        if (!isPaid) return busy
        // Its page says so, and asks.
        onBack()
        return undefined
      },
      () => navigate(`/sending/${entry}`),
    )
  }

  if (execution.isPending)
    return (
      <Screen title={progress.title} lead={progress.lead}>
        <ProgressView shown={shown} drift={drift} isSilent={isSilent} />
      </Screen>
    )
  return (
    <Screen title={review.title}>
      {busy !== undefined && <Notice kind="warning" title={words.busy[busy]} />}
      {fault !== undefined && <PlanFault {...fault} />}
      <ReviewView
        payment={payment}
        name={nameOf(to)}
        plan={plan}
        isReady={planned.isSuccess && !planned.isFetching}
        hasFailed={hasFailed}
        middle={needsMiddle ? { typed, onType: setTyped } : undefined}
        drift={drift}
        waits={waits}
        onBack={onBack}
        onAgain={planAgain}
        onSend={() => void send()}
      />
    </Screen>
  )
}

/** A fresh code, and the claim hash of the key that follows from it. */
function newCode(): { secret: string; claimHash: `0x${string}` } {
  const { secret } = generateClaimCode()
  return { secret, claimHash: claimKeyFromCode(secret).claimHash }
}
