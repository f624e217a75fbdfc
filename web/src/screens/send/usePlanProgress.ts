import type { WriteProgress } from '@holdfast/react'
import type { PlanStep } from '@holdfast/sdk/plan'
import { useReducer } from 'react'
import type { StepName } from '../../words/Words.js'

/** How far a plan is: the check, then each of its steps. */
export type ShownProgress = {
  steps: readonly StepName[]
  /** Which of them is under way; as many as there are when all are done. */
  at: number
  phase: Phase
  txHash: string | undefined
}
type Phase = 'checking' | 'simulate' | 'sign' | 'send' | 'confirm'

/** Follows a write, whose progress names the phase of the transaction under way and not its number. */
export function usePlanProgress(steps: readonly PlanStep[]) {
  const [{ at, phase, txHash }, follow] = useReducer(advance, start)
  return {
    shown: { steps: ['checking' as const, ...steps.map(nameOf)], at, phase, txHash },
    follow,
    restart: () => follow({ state: 'idle' }),
  }
}

type Followed = { at: number; phase: Phase; txHash: string | undefined }
const start: Followed = { at: 0, phase: 'checking', txHash: undefined }

/** A phase that comes before the last one begins the next step. */
export function advance(before: Followed, progress: WriteProgress): Followed {
  if (progress.state === 'idle') return start
  if (progress.state === 'done') return { ...before, at: Number.POSITIVE_INFINITY, txHash: progress.txHash }
  const phase = progress.state
  const isNext = before.phase === 'checking' ? phase !== 'checking' : before.phase === 'confirm' && phase !== 'confirm'
  return { at: before.at + (isNext ? 1 : 0), phase, txHash: progress.txHash }
}

/** What a step of a plan is to a person. */
function nameOf(step: PlanStep): StepName {
  if (step.kind === 'signature') return 'sign'
  const names: Readonly<Record<string, StepName>> = {
    createConfig: 'register',
    approve: 'approve',
    sendProtected: 'lock',
    sendProtectedWithAuthorization: 'lock',
  }
  return names[step.calls.at(-1)?.functionName ?? ''] ?? 'other'
}
