import { useExecutePlan, useHoldfast, usePlanOperation } from '@holdfast/react'
import { describeError, SignatureDeclinedError, StalePlanError } from '@holdfast/sdk/errors'
import type { PlanOperation, PlanOperations, PlanOutcome } from '@holdfast/sdk/plan'
import { useReducer, useState } from 'react'
import { useSwitchChain } from 'wagmi'
import { announce } from '../app/announce.js'
import { useOnline } from '../app/useOnline.js'
import { withFlowLock } from '../journal/withFlowLock.js'
import { Fault } from '../parts/Fault.js'
import { Notice } from '../parts/Notice.js'
import { usePin } from '../wallets/usePin.js'
import type { Session } from '../wallets/useSession.js'
import { useFlowWords } from '../words/useFlowWords.js'
import { useWords } from '../words/useWords.js'
import type { Waiting } from '../words/Words.js'
import { PlanView } from './PlanView.js'

/** What is planned, and what follows. */
export type PlanRunProps<operation extends PlanOperation> = {
  session: Session
  /** The chain that the wallet must be on. */
  chainId: number
  chainName: string
  operation: operation
  params: PlanOperations[operation]['params']
  /** Base URL of the issuer's service that the operation asks. */
  issuerUrl?: string | undefined
  press: string
  /** Secrets that the plan leaves out, for its row of the journal. */
  handOver?: { readonly [name: string]: unknown } | undefined
  onBack: () => void
  onDone: (result: PlanOutcome<operation>['result']) => void
  /** The outcome is open: what the row has kept goes on. */
  onOpen: () => void
}

/** Shows the library's plan of any operation and carries out exactly that plan, after a row of the journal was made for it. */
export function PlanRun<operation extends PlanOperation>(props: PlanRunProps<operation>) {
  const { session, chainId, chainName, operation, params, issuerUrl, press, handOver, onBack, onDone, onOpen } = props
  const flow = useFlowWords()
  const { words } = useWords()
  const isOnline = useOnline()
  const { journal } = useHoldfast()
  const { pin, drift } = usePin()
  const { mutate: switchChain } = useSwitchChain()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const [{ at, phase, txHash }, follow] = useReducer(advance, start)
  const issuer = { apiUrl: issuerUrl }
  const isElsewhere = session.chainId !== chainId
  const planned = usePlanOperation<operation>({
    chainId,
    account: isElsewhere ? undefined : session.account,
    operation,
    params,
    issuer,
    query: { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  })
  const execution = useExecutePlan<operation>({ chainId, onProgress: follow })
  const plan = planned.isFetching ? undefined : planned.data

  const waits = waitingOf()
  function waitingOf(): Waiting | undefined {
    if (!isOnline) return 'offline'
    if (session.account === undefined) return 'wallet'
    if (drift !== undefined) return 'drift'
    return isBusy ? 'busy' : plan === undefined ? 'checking' : undefined
  }

  const run = async () => {
    if (plan === undefined || pin === undefined) return
    setError(undefined)
    setBusy(false)
    follow({ state: 'idle' })
    try {
      const entry = await journal.keep(handOver ?? {})
      const handed = handOver === undefined ? {} : { handOver: entry }
      const outcome = await withFlowLock(pin, () => execution.mutateAsync({ plan, entry, issuer, ...handed }))
      if (outcome !== 'busy') return onDone(outcome.result)
      await journal.remove(entry)
      setBusy(true)
    } catch (failure) {
      if (describeError(failure).effect === 'open') return onOpen()
      if (failure instanceof StalePlanError) void planned.refetch()
      setError(failure)
      announce(words.effect[describeError(failure).effect], 'assertive')
    }
  }

  if (isElsewhere && session.account !== undefined)
    return (
      <Notice title={flow.plan.switchWhy(chainName)}>
        <div className="actions">
          <button type="button" className="button button-main" onClick={() => switchChain({ chainId })}>
            {flow.plan.switchTo(chainName)}
          </button>
          <button type="button" className="link" onClick={onBack}>
            {flow.plan.back}
          </button>
        </div>
      </Notice>
    )
  const failure = error ?? (planned.error === null ? undefined : planned.error)
  return (
    <PlanView
      plan={plan}
      press={press}
      waits={waits}
      progress={execution.isPending ? { at, phase, txHash } : undefined}
      hasFailed={planned.isError && !planned.isFetching}
      onPress={() => void run()}
      onAgain={() => {
        setError(undefined)
        void planned.refetch()
      }}
      onBack={onBack}
    >
      {isBusy && <p className="notice">{flow.plan.busy}</p>}
      {drift !== undefined && <Notice kind="warning" title={words.wallet.drift[drift]} />}
      {failure instanceof SignatureDeclinedError && <p className="notice">{flow.plan.declined}</p>}
      {failure !== undefined && !(failure instanceof SignatureDeclinedError) && <Fault error={failure} />}
    </PlanView>
  )
}

type Followed = { at: number; phase: string; txHash: string | undefined }
type Told = { state: string; step?: string | undefined; txHash?: string | undefined }
const start: Followed = { at: 0, phase: 'checking', txHash: undefined }
/** Steps in which nothing more is signed. */
const waiting: ReadonlySet<string> = new Set(['attest', 'forward', 'transfer', 'mint'])

/** Another prompt of the wallet begins the next step. */
function advance(before: Followed, { state, step, txHash }: Told): Followed {
  if (state === 'idle') return start
  if (state === 'done') return { ...before, at: Number.POSITIVE_INFINITY }
  if (step !== undefined && waiting.has(step)) return { ...before, phase: step, txHash: txHash ?? before.txHash }
  const isNext = before.phase === 'checking' ? state !== 'checking' : before.phase === 'confirm' && state !== 'confirm'
  return { at: before.at + (isNext ? 1 : 0), phase: state, txHash }
}
