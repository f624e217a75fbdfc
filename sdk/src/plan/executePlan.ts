import { isAddressEqual } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { chainIdOf } from '../chain/network.js'
import { requireAccount, type WriteOptions } from '../chain/transaction/execute.js'
import { withGate } from '../chain/transaction/walletGate.js'
import { ServiceError } from '../errors/base.js'
import { InvalidInputError } from '../errors/input.js'
import { type PlanChange, StalePlanError } from '../errors/plan.js'
import { RiskBlockedError, type RiskReport } from '../errors/risk.js'
import { InsufficientFundsError } from '../errors/transfer.js'
import { acknowledgementCovers, type RiskAcknowledgement } from '../risk/acknowledgementCovers.js'
import { shouldBlockSend } from '../risk/shouldBlockSend.js'
import { defineConfig } from '../transfer/config.js'
import { changesOf } from './internal/changes.js'
import type { RunOptions } from './internal/Definition.js'
import { definitionOf } from './internal/definitions.js'
import { draftPlan } from './internal/draft.js'
import { keepTo, type StepOptions } from './internal/keepTo.js'
import { reportsOf } from './internal/made.js'
import type { PlanOperation, PlanOperations } from './operations.js'
import type { PlanOptions } from './planOperation.js'
import type { Plan, PlanOutcome } from './types.js'

/**
 * Carries a plan out: signs and sends what it says, in that order, and nothing else.
 *
 * First the operation is planned again. Where anything that was shown is no longer so, nothing is signed.
 *
 * @param options - With `handOver` for a claim: the code and salt, or the signature, that the plan leaves out.
 * @throws {@link StalePlanError}, which names what has changed; {@link RiskBlockedError} where the firewall blocks the payment and no
 *   acknowledgement covers that; what the operation throws.
 * @example
 * const plan = await planOperation(clients, 'cancel', { transferId: 42n })
 * const { result: txHash } = await executePlan(clients, plan)
 */
export async function executePlan<operation extends PlanOperation>(
  clients: ClientPair,
  plan: Plan<operation>,
  options: ExecutePlanOptions<operation> = {},
): Promise<PlanOutcome<operation>> {
  const { onPlanStep, onTransactionHash, handOver, acknowledgement, onWarning = 'warn', ...others } = options
  const acknowledgements = [...(acknowledgement ? [acknowledgement] : []), ...(options.acknowledgements ?? [])]
  const { skipRiskCheck, checkOptions, allowVerifier, ...followed } = others
  const { operation, params } = plan
  const definition = definitionOf(operation)
  if (handOver === undefined && definition.blank !== undefined)
    throw new InvalidInputError('handOver', `${operation} needs what its plan leaves out: see \`handOver\`.`)
  const stale = await strangerIn(clients, plan)
  if (stale !== undefined) throw new StalePlanError(operation, [stale])
  const guard = { skipRiskCheck, checkOptions, allowVerifier, signal: followed.signal }
  const now = await draftPlan(clients, operation, definition, params, { ...guard, ...asGiven(reportsOf(plan)) }).catch(
    (error) => {
      throw staleBy(operation, error)
    },
  )
  const changed = changesOf(plan, now)
  if (changed.length > 0) throw new StalePlanError(operation, changed)
  // The operation asks again, but only before the step that pays.
  for (const report of now.firewall)
    if (shouldBlockSend({ onWarning }, report.level) && !isCovered(report, acknowledgements))
      throw new RiskBlockedError(report)
  const { gate, transactions } = keepTo(plan, { onPlanStep, onTransactionHash })
  const result = await definition.run(
    { ...clients, walletClient: withGate(clients.walletClient, gate) },
    params,
    {
      ...followed,
      ...guard,
      ...asGiven(now.firewall),
      acknowledgement: acknowledgements[0],
      acknowledgements,
      config: defineConfig({ onWarning }),
    },
    // Judged above.
    handOver as PlanOperations[operation]['handOver'],
  )
  return { result, transactions }
}

/** How a plan is carried out. */
export type ExecutePlanOptions<operation extends PlanOperation = PlanOperation> = PlanOptions &
  Omit<WriteOptions, 'onTransactionHash'> &
  StepOptions & {
    /** A person's decision on the report of a payment that the firewall blocks; the payment is checked once more. */
    acknowledgement?: RiskAcknowledgement | undefined
    /** The same for several payees. */
    acknowledgements?: readonly RiskAcknowledgement[] | undefined
    /** What a warning does. @default 'warn' */
    onWarning?: 'warn' | 'block' | undefined
    /** The secrets that the plan leaves out, where the operation needs any. */
    handOver?: PlanOperations[operation]['handOver'] | undefined
  }

/** Reports for an operation with one payee, and for one with several. */
function asGiven(reports: readonly RiskReport[]): Pick<RunOptions, 'report' | 'reports'> {
  return { report: reports[0], reports }
}

function isCovered(report: RiskReport, acknowledgements: readonly RiskAcknowledgement[]): boolean {
  return acknowledgements.some((acknowledgement) => acknowledgementCovers(acknowledgement, report))
}

/** A plan is for one account on one chain: of another nothing is asked. */
async function strangerIn(clients: ClientPair, plan: Plan): Promise<PlanChange | undefined> {
  if (!isAddressEqual(requireAccount(clients.walletClient).address, plan.account)) return 'account'
  return (await chainIdOf(clients.walletClient)) === plan.chainId ? undefined : 'chain'
}

/** A refusal that the plan did not meet makes it stale; a source that does not answer says nothing about it. */
function staleBy(operation: PlanOperation, error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.retry === 'later') return error
  if (error.code === 'missing_account' || error.code === 'invalid_input') return error
  const change = error instanceof InsufficientFundsError ? error.what : 'state'
  return new StalePlanError(operation, [change], { cause: error })
}
