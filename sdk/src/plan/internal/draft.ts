import type { Address } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { bridgeChainFacts, bridgeWriteChain } from '../../chain/bridgeChains.js'
import type { ClientPair } from '../../chain/clients.js'
import { withoutSecrets } from '../../chain/failure.js'
import { assertChain, assertNetwork } from '../../chain/network.js'
import { hasCode } from '../../chain/transaction/hasCode.js'
import { requireAccount } from '../../chain/transaction/requireAccount.js'
import { ChainUnavailableError } from '../../errors/chain.js'
import { RiskBlockedError, type RiskReport } from '../../errors/risk.js'
import { BatchItemFailedError, InsufficientFundsError } from '../../errors/transfer.js'
import type { PlanOperation, PlanOperations } from '../operations.js'
import type { Plan, PlannedFee, PlanStep } from '../types.js'
import type { BridgeContext, Definition, Facts, IssuerFlowOptions, PlannedChain, RunOptions } from './Definition.js'
import { networkFeeOf } from './networkFee.js'
import { rehearse } from './rehearse.js'

/** What a plan is computed with. */
export type DraftOptions = Pick<
  RunOptions,
  'skipRiskCheck' | 'checkOptions' | 'allowVerifier' | 'signal' | 'report' | 'reports' | 'issuer'
>

/**
 * Computes a plan: the operation is rehearsed, and what it means is read.
 *
 * @throws What the operation throws before it signs anything, except `RiskBlockedError`.
 */
export async function draftPlan<operation extends PlanOperation>(
  clients: ClientPair,
  operation: operation,
  definition: Definition<operation>,
  params: PlanOperations[operation]['params'],
  options: DraftOptions,
): Promise<Plan<operation>> {
  const { address: account } = requireAccount(clients.walletClient)
  const at = new Date()
  const issuer = silent(options.issuer)
  const { chain, describe } = await openContext(clients, definition, params)
  const rehearsal = rehearseGuarded(clients, definition, params, { ...options, issuer })
  // Both may refuse; which of the two refusals is shown must not depend on their speed.
  const rehearsed = rehearsal.then(({ steps }) => steps)
  rehearsed.catch(() => {})
  const [facts, blockNumber] = await Promise.all([
    describe({ clients, account, chain, issuer, steps: rehearsed }),
    readHead(clients),
  ])
  const { steps, firewall } = await rehearsal
  const [networkFee, recipientHasCode] = await Promise.all([
    networkFeeOf(clients.publicClient, chain, steps),
    facts.recipient === null || facts.isElsewhere ? null : readHasCode(clients, facts.recipient),
  ])
  assertFunds(account, facts, networkFee, steps)
  return {
    operation,
    params,
    chainId: chain.id,
    account,
    payer: facts.payer,
    recipient: facts.recipient,
    amount: facts.amount,
    fee: facts.fee,
    terms: facts.terms,
    steps,
    networkFee,
    firewall,
    effects: facts.effects,
    asOf: { blockNumber, at, recipientHasCode },
  }
}

/** The chain on which an operation begins, and how it is described there. @throws Where the clients are on another. */
async function openContext<operation extends PlanOperation>(
  clients: ClientPair,
  definition: Definition<operation>,
  params: PlanOperations[operation]['params'],
): Promise<{ chain: PlannedChain; describe: (context: BridgeContext) => Promise<Facts> }> {
  if (definition.chainOf === undefined) {
    const deployment = await assertNetwork(clients)
    const registry = { deployment, contract: clients.contractAddress ?? deployment.transferContract }
    return { chain: deployment, describe: (context) => definition.describe({ ...context, ...registry }, params) }
  }
  const name = definition.chainOf(params)
  const chain = { ...bridgeChainFacts(name), ...bridgeWriteChain(name) }
  if (!definition.isAnywhere) await assertChain(clients, chain.id)
  return { chain, describe: (context) => definition.describe(context, params) }
}

/** What is only rehearsed leaves nothing to keep. */
function silent(issuer: IssuerFlowOptions = {}): IssuerFlowOptions {
  const { onBridgeStep, onHubStep, onProgress, onIntent, onTransferId, ...rest } = issuer
  return rest
}

/** Rehearses an operation, whatever the firewall says of it. */
async function rehearseGuarded<operation extends PlanOperation>(
  clients: ClientPair,
  definition: Definition<operation>,
  params: PlanOperations[operation]['params'],
  options: DraftOptions,
): Promise<{ steps: readonly PlanStep[]; firewall: readonly RiskReport[] }> {
  const attempt = async (more: RunOptions) => {
    const firewall: RiskReport[] = []
    const guard: RunOptions = { ...options, onReport: (report) => void firewall.push(report), ...more }
    const steps = await rehearse(clients, definition, (behindGate) =>
      definition.run(behindGate, params, guard, definition.blank),
    )
    return { steps, firewall }
  }
  const blocked: RiskReport[] = []
  for (;;)
    try {
      // Several payees are judged one by one: those that are blocked pass here as if a person had agreed to them.
      const acknowledgements = blocked.map((report) => ({ report, at: Date.now() }))
      return await attempt(blocked.length === 0 ? {} : { acknowledgements })
    } catch (error) {
      const report = blockedBy(error)
      if (report === undefined) throw error
      if (!(error instanceof BatchItemFailedError))
        return { steps: (await attempt({ skipRiskCheck: true })).steps, firewall: [report] }
      if (blocked.some(({ target }) => target === report.target)) throw error
      blocked.push(report)
    }
}

function blockedBy(error: unknown): RiskReport | undefined {
  const inner = error instanceof BatchItemFailedError ? error.cause : error
  return inner instanceof RiskBlockedError ? inner.report : undefined
}

/** The account pays the network besides, where gas is paid in USDC. */
function assertFunds(
  account: Address,
  { effects }: Facts,
  { most, isUsdc }: PlannedFee,
  steps: readonly PlanStep[],
): void {
  const spent = effects.find((one) => one.holding === 'wallet' && one.account === account && one.change < 0n)
  if (spent === undefined || spent.before === null || !steps.some(({ kind }) => kind === 'transaction')) return
  const reserve = isUsdc ? most : 0n
  const required = reserve - spent.change
  if (spent.before >= required) return
  throw new InsufficientFundsError('balance', required, spent.before, {
    do: 'add_funds',
    token: 'usdc',
    account,
    atMost: spent.before > reserve ? spent.before - reserve : 0n,
  })
}

/** Number of the newest block. */
export async function readHead({ publicClient }: ClientPair): Promise<bigint> {
  try {
    return await getBlockNumber(publicClient, { cacheTime: 0 })
  } catch (error) {
    throw new ChainUnavailableError('reading the newest block', withoutSecrets(error))
  }
}

async function readHasCode(clients: ClientPair, account: Address): Promise<boolean> {
  try {
    return await hasCode(clients, account)
  } catch (error) {
    throw new ChainUnavailableError(`reading the code of ${account}`, withoutSecrets(error))
  }
}
