import {
  type ExecutePlanOptions,
  executePlan,
  type Plan,
  type PlanOperation,
  type PlanOutcome,
  type PlanStep,
} from '@holdfast/sdk/plan'
import { type Followed, factsOfSent, followSteps, waitTexts } from '../chain/follow.js'
import type { Context, OpenWallet } from '../command/Context.js'

/**
 * Carries out a plan. The journal holds each of its transactions from just before it is broadcast until the next one begins or
 * its outcome is known.
 */
export function followPlan<operation extends PlanOperation>(
  context: Context,
  clients: OpenWallet,
  plan: Plan<operation>,
  { facts = {}, ...done }: Omit<Followed, 'chainId'>,
  options: ExecutePlanOptions<operation> = {},
): Promise<PlanOutcome<operation>> {
  const { signal, timeoutMs } = context
  return followSteps(context, { ...done, chainId: plan.chainId }, ({ keep, drop, update }) => {
    let doing = done.doing
    return executePlan(clients, plan, {
      ...options,
      signal,
      timeoutMs,
      onPlanStep(step) {
        // The previous transaction is mined, so the journal need not hold it.
        drop()
        doing = prepares(step)?.doing ?? done.doing
      },
      onStep: (step) => update(`${doing}: ${waitTexts[step]}`),
      onTransactionHash(txHash, nonce, step) {
        const command = prepares(step)?.command
        const sent = factsOfSent(clients, txHash, nonce)
        keep(command === undefined ? { facts: { ...facts, ...sent } } : { command, facts: sent })
      },
    })
  })
}

/** For a step that only prepares the operation: the command that `resume` looks up, and what to show. */
function prepares(step: PlanStep): { command: string; doing: string } | undefined {
  if (step.kind === 'signature' || step.calls.length > 1) return undefined
  return preparations[step.calls[0]?.functionName ?? '']
}

const preparations: Readonly<Record<string, { command: string; doing: string }>> = {
  createConfig: { command: 'terms register', doing: 'registering the terms' },
  approve: { command: 'approve', doing: 'approving' },
}
