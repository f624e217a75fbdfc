import { useExecutePlan, useHoldfast, usePlanOperation } from '@holdfast/react'
import type { executePlanMutationOptions } from '@holdfast/react/query'
import { RiskBlockedError } from '@holdfast/sdk/errors'
import type { Plan, PlanOperation, PlanOperations, PlanOutcome } from '@holdfast/sdk/plan'
import { type ReactNode, useReducer, useState } from 'react'
import { isAddressEqual } from 'viem'
import { useSwitchChain } from 'wagmi'
import { useOnline } from '../app/useOnline.js'
import { watchSent } from '../journal/watchSent.js'
import { withFlowLock } from '../journal/withFlowLock.js'
import { isMiddleOf } from '../parts/groupsOf.js'
import { Notice } from '../parts/Notice.js'
import { LazyBlock } from '../payee/LazyStops.js'
import { decisionOn, type Overruled } from '../payee/Overruled.js'
import { SilenceNotice } from '../wallets/SilenceNotice.js'
import { usePin } from '../wallets/usePin.js'
import type { Session } from '../wallets/useSession.js'
import { useFlowWords } from '../words/useFlowWords.js'
import { useWords } from '../words/useWords.js'
import type { Waiting } from '../words/Words.js'
import { PlanFault } from './PlanFault.js'
import { PlanView } from './PlanView.js'
import { usePlanAttempt } from './usePlanAttempt.js'

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
  /** Of the amount, where it does not arrive anywhere by this plan. */
  amountLabel?: string | undefined
  /** What a person should know beside the plan. */
  note?: ReactNode
  /** What must come first besides: the note says more. */
  waits?: Waiting | undefined
  /** The payee was confirmed before: no characters of its address are asked for. */
  isConfirmed?: boolean | undefined
  /** What the plan leaves out, for its row of the journal. */
  handOver?: { readonly [name: string]: unknown } | undefined
  /** Makes what the plan is handed out of what the row holds. @default what it holds */
  makeHandOver?: executePlanMutationOptions.Parameters<operation>['makeHandOver']
  /** The row of the journal that it goes on from. @default a new one */
  entry?: string | undefined
  onBack: () => void
  onDone: (result: PlanOutcome<operation>['result']) => void
  /** Another page shows what failed: the outcome is open, or any account can do the last step. */
  onOpen: (failure: unknown) => void
}

/** Shows the library's plan of any operation and carries out exactly that plan, after a row of the journal was made for it. */
export function PlanRun<operation extends PlanOperation>(props: PlanRunProps<operation>) {
  const { session, chainId, chainName, operation, params, issuerUrl, handOver, onBack, onDone, onOpen } = props
  const { makeHandOver, isConfirmed = false } = props
  const flow = useFlowWords()
  const { words } = useWords()
  const isOnline = useOnline()
  const { journal } = useHoldfast()
  const [isSentSince] = useState(() => watchSent(journal))
  const { pin, drift } = usePin()
  const { mutate: switchChain } = useSwitchChain()
  const [typed, setTyped] = useState('')
  const [overruled, setOverruled] = useState<Overruled>()
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
  const execution = useExecutePlan<operation>({ chainId, onProgress: follow, makeHandOver })
  const { run, busy, error, fault, hasFailed, forget, planAgain } = usePlanAttempt(planned)
  const plan = planned.isFetching ? undefined : planned.data
  const block = error instanceof RiskBlockedError ? error.report : plan?.firewall.find(({ level }) => level === 'block')
  const isOverruled = decisionOn(block, overruled) !== undefined
  const stranger = isConfirmed || isOverruled ? undefined : plan && strangerOf(plan)

  const waits = waitingOf()
  function waitingOf(): Waiting | undefined {
    if (!isOnline) return 'offline'
    if (session.account === undefined) return 'wallet'
    if (drift !== undefined) return 'drift'
    if (props.waits !== undefined) return props.waits
    if (plan === undefined) return 'plan'
    if (block !== undefined && !isOverruled) return 'refused'
    return stranger !== undefined && !isMiddleOf(stranger, typed) ? 'middle' : undefined
  }

  const press = async () => {
    if (plan === undefined || pin === undefined) return
    await run(async () => {
      follow({ state: 'idle' })
      const entry = props.entry ?? (await journal.keep(handOver ?? {}))
      const handed = handOver === undefined ? {} : { handOver: entry }
      const acknowledgement = overruled === undefined ? undefined : { ...overruled, amount: plan.amount }
      const isSent = () => isSentSince(plan, entry)
      const { busy, done } = await withFlowLock({ ...pin, isSent }, () =>
        execution.mutateAsync({ plan, entry, issuer, acknowledgement, ...handed }),
      )
      if (busy === undefined) onDone(done.result)
      else if (props.entry === undefined) await journal.remove(entry)
      return busy
    }, onOpen)
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
  return (
    <>
      <PlanView
        plan={plan}
        press={props.press}
        amountLabel={props.amountLabel}
        middle={stranger && { typed, isRight: isMiddleOf(stranger, typed), onType: setTyped }}
        waits={waits}
        progress={execution.isPending ? { at, phase, txHash } : undefined}
        hasFailed={hasFailed}
        onPress={() => void press()}
        onAgain={planAgain}
        onBack={onBack}
      >
        {props.note}
        {block !== undefined && !isOverruled && (
          <LazyBlock
            report={block}
            hasChanged={error instanceof RiskBlockedError}
            onBack={onBack}
            onOverrule={() => {
              forget()
              setOverruled({ report: block, at: Date.now() })
            }}
          />
        )}
        {busy !== undefined && <Notice kind="warning" title={words.busy[busy]} />}
        {drift !== undefined && <Notice kind="warning" title={words.wallet.drift[drift]} />}
        {fault !== undefined && <PlanFault {...fault} />}
      </PlanView>
      <SilenceNotice isAwaited={execution.isPending && phase === 'sign'} />
    </>
  )
}

/** Whom a plan pays for the first time: no settled payment of the account says who that is. */
function strangerOf({ recipient, account, firewall: [report] }: Plan) {
  if (recipient === null || report === undefined || isAddressEqual(recipient, account)) return undefined
  const isKnown = report.reasons.some(({ code }) => code === 'KNOWN_COUNTERPARTY' || code === 'VERIFIED_RECIPIENT')
  return isKnown ? undefined : recipient
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
