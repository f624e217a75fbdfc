import { protectedTransferAbi } from '@holdfast/contracts'
import { isAddressEqual } from 'viem'
import type { ClientPair } from '../../chain/clients.js'
import { getLogsChunked } from '../../chain/logs/getLogsChunked.js'
import { chainIdOf, deploymentOf } from '../../chain/network.js'
import { requireAccount } from '../../chain/transaction/requireAccount.js'
import { withGate } from '../../chain/transaction/walletGate.js'
import { withDeadline } from '../../chain/withDeadline.js'
import { ServiceError } from '../../errors/base.js'
import { InvalidInputError } from '../../errors/input.js'
import { type PlanChange, StalePlanError } from '../../errors/plan.js'
import { RiskBlockedError, type RiskReport } from '../../errors/risk.js'
import { InsufficientFundsError } from '../../errors/transfer.js'
import type { RiskAcknowledgement } from '../../risk/acknowledgementCovers.js'
import { decisionCovers } from '../../risk/decisionCovers.js'
import { shouldBlockSend } from '../../risk/shouldBlockSend.js'
import { defineConfig } from '../../transfer/config.js'
import type { PlanOperation, PlanOperations } from '../operations.js'
import type { ExecutePlanOptions } from '../planOptions.js'
import type { Plan, PlanOutcome } from '../types.js'
import { changesOf } from './changes.js'
import type { Definition, RunOptions } from './Definition.js'
import { draftPlan, readHead } from './draft.js'
import { keepTo } from './keepTo.js'
import { reportsOf } from './made.js'
import { claimHashesOf, onlyOnce } from './onlyOnce.js'
import { readPlan } from './readPlan.js'

/**
 * Carries a plan out, once.
 *
 * @param given - Of this process, or of any other.
 * @throws As `executePlan`.
 */
export async function carryOut<operation extends PlanOperation>(
  clients: ClientPair,
  definition: Definition<operation>,
  given: Plan<operation>,
  options: ExecutePlanOptions<operation>,
): Promise<PlanOutcome<operation>> {
  // The operation is the one whose definition was found by its name.
  const plan = readPlan(given) as Plan<operation>
  return onlyOnce(plan, (onAsk) => passAndRun(clients, definition, plan, reportsOf(given), options, onAsk))
}

async function passAndRun<operation extends PlanOperation>(
  clients: ClientPair,
  definition: Definition<operation>,
  plan: Plan<operation>,
  reports: readonly RiskReport[],
  options: ExecutePlanOptions<operation>,
  onAsk: () => void,
): Promise<PlanOutcome<operation>> {
  const { onPlanStep, onTransactionHash, handOver, acknowledgement, onWarning = 'warn', ...others } = options
  const acknowledgements = [...(acknowledgement ? [acknowledgement] : []), ...(options.acknowledgements ?? [])]
  const { skipRiskCheck, checkOptions, allowVerifier, issuer, ...followed } = others
  const { operation } = plan
  const params = definition.within?.(plan.params, plan) ?? plan.params
  if (handOver === undefined && definition.blank !== undefined)
    throw new InvalidInputError('handOver', `${operation} needs what its plan leaves out: see \`handOver\`.`)
  const stale = await strangerIn(clients, plan, definition)
  if (stale !== undefined) throw new StalePlanError(operation, [stale])
  if (await hasLocked(clients, plan, followed.signal)) throw new StalePlanError(operation, ['carried_out'])
  const guard = { skipRiskCheck, checkOptions, allowVerifier, issuer, signal: followed.signal }
  const now = await draftPlan(clients, operation, definition, params, { ...guard, ...asGiven(reports) }).catch(
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
  const { gate, transactions } = keepTo(plan, { onPlanStep, onTransactionHash, onAsk })
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

/** Reports for an operation with one payee, and for one with several. */
function asGiven(reports: readonly RiskReport[]): Pick<RunOptions, 'report' | 'reports'> {
  return { report: reports[0], reports }
}

function isCovered(report: RiskReport, acknowledgements: readonly RiskAcknowledgement[]): boolean {
  return acknowledgements.some((acknowledgement) => decisionCovers(acknowledgement, report))
}

/** A plan is for one account on one chain: of another nothing is asked. */
async function strangerIn<operation extends PlanOperation>(
  clients: ClientPair,
  plan: Plan<operation>,
  definition: Definition<operation>,
): Promise<PlanChange | undefined> {
  if (!isAddressEqual(requireAccount(clients.walletClient).address, plan.account)) return 'account'
  if (definition.chainOf !== undefined && definition.isAnywhere) return undefined
  return (await chainIdOf(clients.walletClient)) === plan.chainId ? undefined : 'chain'
}

/**
 * Whether any of what the plan locks is locked already: by another process, or before a reload, under this plan or an earlier one of the
 * same payment. From the plan's own block on this must be known. Eight log ranges further back, on the primary chain about eleven hours, are
 * read as far as the endpoint has them and soon answers.
 */
async function hasLocked(clients: ClientPair, plan: Plan, signal: AbortSignal | undefined): Promise<boolean> {
  const claimHashes = claimHashesOf(plan)
  if (claimHashes.length === 0) return false
  const deployment = await deploymentOf(clients.publicClient)
  const headBlock = await readHead(clients)
  const [head, step] = [Number(headBlock), deployment.logRangeBlocks]
  const isThere = async (from: number, to: number, ended: AbortSignal | undefined) => {
    const created = await getLogsChunked(
      clients.publicClient,
      {
        address: clients.contractAddress ?? deployment.transferContract,
        abi: protectedTransferAbi,
        eventName: 'TransferCreated',
        args: { sender: plan.payer },
        fromBlock: BigInt(from),
        toBlock: BigInt(to),
      },
      { headBlock, signal: ended },
    )
    return created.some(({ args }) => claimHashes.includes(args.claimHash))
  }
  // A plan of a node that was ahead names a block that is not there yet; a chain of one's own may be younger than the registry's.
  const asOf = Math.min(Number(plan.asOf.blockNumber), head)
  const first = Math.max(head - 8 * step, Number(deployment.deployBlocks.transfer), 0)
  const reads = [isThere(asOf, head, signal)]
  for (let to = asOf - 1; to >= first; to -= step) {
    const read = withDeadline((ended) => isThere(Math.max(to - step + 1, first), to, ended), {
      timeoutMs: 5_000,
      signal,
    })
    reads.push(read.catch(() => false))
  }
  return (await Promise.all(reads)).includes(true)
}

/** A refusal that the plan did not meet makes it stale; a source that does not answer says nothing about it. */
function staleBy(operation: PlanOperation, error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.retry === 'later') return error
  if (error.code === 'missing_account' || error.code === 'invalid_input') return error
  const change = error instanceof InsufficientFundsError ? error.what : (feeCodes[error.code] ?? 'state')
  return new StalePlanError(operation, [change], { cause: error })
}

/** How the Bridge and the Hub say that their fee has risen above the one that was shown. */
const feeCodes: Readonly<Record<string, PlanChange>> = { fee_rose: 'fee', insufficient_fee: 'fee' }
