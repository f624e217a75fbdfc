import type { Address } from 'viem'
import { parseAddress } from '../../chain/address.js'
import { bridgeChainFacts } from '../../chain/bridgeChains.js'
import { readClientFor } from '../../chain/newClient.js'
import { requireDeployment } from '../../chain/registry.js'
import { withDeadline } from '../../chain/withDeadline.js'
import { HubRefusedError } from '../../errors/hub.js'
import { InvalidInputError } from '../../errors/input.js'
import { CallRefusedError } from '../../errors/transaction.js'
import { addHubDelegate } from '../../hub/addHubDelegate.js'
import { completeHubWithdrawal } from '../../hub/completeHubWithdrawal.js'
import { depositToHub } from '../../hub/depositToHub.js'
import { hubBalance } from '../../hub/hubBalance.js'
import { initiateHubWithdrawal } from '../../hub/initiateHubWithdrawal.js'
import { readHubWithdrawal } from '../../hub/readHubWithdrawal.js'
import { removeHubDelegate } from '../../hub/removeHubDelegate.js'
import { spendFromHub } from '../../hub/spendFromHub.js'
import { fundBoxFromHub } from '../../shield/fundBoxFromHub.js'
import { getBox } from '../../shield/getBox.js'
import type { PlannedHubSpend, PlanOperation } from '../operations.js'
import type { PlanEffect, PlanStep } from '../types.js'
import type { BridgeContext, BridgeDefinition, Definition, Facts, RunOptions } from './Definition.js'
import { receivedEffect, walletEffects } from './effects.js'

const depositing: BridgeDefinition<'depositToHub'> = {
  last: ['deposit'],
  sealed: [],
  blank: undefined,
  chainOf: ({ chain }) => chain,
  run: (clients, { chain, amount }, { timeoutMs, signal, issuer }) =>
    depositToHub(clients, { chain, amount, timeoutMs, signal, onStep: issuer?.onHubStep }),
  async describe(context, { amount }) {
    const { account, chain } = context
    const effects = await walletEffects(context, [[account, -amount]])
    const hub = hubEffect(account, chain.id, amount)
    return { payer: account, recipient: null, amount, fee: 0n, terms: null, effects: [...effects, hub] }
  },
}

/** Each spend has a salt of its own, and its last block follows the chain. */
const signedAnew = ['salt', 'maxBlockHeight']

const spending: BridgeDefinition<'spendFromHub'> = {
  last: ['BurnIntent'],
  sealed: signedAnew,
  blank: undefined,
  chainOf: ({ from }) => from,
  isAnywhere: true,
  within: (params, { fee }) => ({ ...params, maxFee: fee }),
  run: (clients, params, options) => spendFromHub(clients, { ...params, ...flowOf(options) }),
  describe: (context, params) =>
    describeSpend(context, params, parseAddress('recipient', params.recipient ?? params.depositor ?? context.account)),
}

const fundingBox: BridgeDefinition<'fundBoxFromHub'> = {
  last: ['BurnIntent'],
  sealed: signedAnew,
  blank: undefined,
  chainOf: ({ from }) => from,
  isAnywhere: true,
  within: (params, { fee }) => ({ ...params, maxFee: fee }),
  run: (clients, params, options) => fundBoxFromHub(clients, { ...params, ...flowOf(options) }),
  async describe(context, params) {
    const { destinationClient } = context.issuer
    const client = destinationClient ?? (await readClientFor(requireDeployment(bridgeChainFacts(params.to).chainId)))
    const [{ target }, facts] = await Promise.all([
      getBox(client, params.account),
      describeSpend(context, params, parseAddress('account', params.account)),
    ])
    return { ...facts, recipient: target }
  },
}

const beginning: BridgeDefinition<'initiateHubWithdrawal'> = {
  last: ['initiateWithdrawal'],
  sealed: [],
  blank: undefined,
  chainOf: ({ chain }) => chain,
  run: (clients, params, { onStep, onTransactionHash, timeoutMs, signal }) =>
    initiateHubWithdrawal(clients, { ...params, onStep, onTransactionHash, timeoutMs, signal }),
  async describe({ clients, account, chain }, { amount, chain: name }) {
    const { available } = await readHubWithdrawal(clients.publicClient, { chain: name, depositor: account })
    if (available < amount)
      throw new CallRefusedError('beginning to withdraw from the Hub', {
        errorName: 'WithdrawalValueExceedsAvailableBalance',
      })
    const effects = [hubEffect(account, chain.id, -amount, available)]
    return { payer: account, recipient: null, amount, fee: 0n, terms: null, effects }
  },
}

const completing: BridgeDefinition<'completeHubWithdrawal'> = {
  last: ['withdraw'],
  sealed: [],
  blank: undefined,
  chainOf: ({ chain }) => chain,
  run: (clients, params, { onStep, onTransactionHash, timeoutMs, signal }) =>
    completeHubWithdrawal(clients, { ...params, onStep, onTransactionHash, timeoutMs, signal }),
  async describe(context, { chain }) {
    const { account } = context
    const { withdrawing, isReady } = await readHubWithdrawal(context.clients.publicClient, {
      chain,
      depositor: account,
    })
    if (!isReady)
      throw new CallRefusedError('withdrawing from the Hub', {
        errorName: withdrawing === 0n ? 'NoWithdrawingBalance' : 'WithdrawalNotYetAvailable',
      })
    const effects = await walletEffects(context, [[account, withdrawing]])
    return { payer: account, recipient: account, amount: withdrawing, fee: 0n, terms: null, effects }
  },
}

const allowing: BridgeDefinition<'addHubDelegate'> = {
  last: ['addDelegate'],
  sealed: [],
  blank: undefined,
  chainOf: ({ chain }) => chain,
  run: (clients, params, { issuer, ...options }) => addHubDelegate(clients, { ...params, ...options }),
  async describe({ clients, account }, { chain, delegate }) {
    // What the delegate could spend now; nothing moves yet.
    const { available } = await readHubWithdrawal(clients.publicClient, { chain, depositor: account })
    return describeRight(account, parseAddress('delegate', delegate), available)
  },
}

const disallowing: BridgeDefinition<'removeHubDelegate'> = {
  last: ['removeDelegate'],
  sealed: [],
  blank: undefined,
  chainOf: ({ chain }) => chain,
  run: (clients, params, { onStep, onTransactionHash, timeoutMs, signal }) =>
    removeHubDelegate(clients, { ...params, onStep, onTransactionHash, timeoutMs, signal }),
  async describe({ account }, { delegate }) {
    return describeRight(account, parseAddress('delegate', delegate), 0n)
  },
}

/** Operations on the Hub. */
export const hubDefinitions = {
  depositToHub: depositing,
  spendFromHub: spending,
  fundBoxFromHub: fundingBox,
  initiateHubWithdrawal: beginning,
  completeHubWithdrawal: completing,
  addHubDelegate: allowing,
  removeHubDelegate: disallowing,
} satisfies { [operation in PlanOperation]?: Definition<operation> }

/** A right to spend, which moves nothing by itself. */
function describeRight(payer: Address, recipient: Address, amount: bigint): Facts {
  return { payer, recipient, amount, fee: 0n, terms: null, effects: [] }
}

/** How a spend is asked for: its steps are those of the Hub. */
function flowOf({ issuer, onStep, onTransactionHash, timeoutMs, ...options }: RunOptions) {
  return { ...options, ...(timeoutMs !== undefined && { timeoutMs }), ...issuer, onStep: issuer?.onHubStep }
}

/** What a spend takes and what arrives, by the one quote that was signed for. */
async function describeSpend(context: BridgeContext, params: PlannedHubSpend, recipient: Address): Promise<Facts> {
  const { from, to, amount } = params
  const depositor = parseAddress('depositor', params.depositor ?? context.account)
  const [fee, before] = [feeIn(await context.steps), await findBalance(context, depositor, from)]
  // The issuer holds the whole ceiling, whatever it takes in the end.
  if (before !== null && before < amount + fee)
    throw new HubRefusedError('insufficient_balance', { required: amount + fee, available: before })
  const effects = [
    hubEffect(depositor, context.chain.id, -(amount + fee), before),
    receivedEffect(recipient, bridgeChainFacts(to).chainId, amount),
  ]
  return { payer: depositor, recipient, amount, fee, terms: null, effects, isElsewhere: true }
}

/** The fee that would be signed for. */
function feeIn(steps: readonly PlanStep[]): bigint {
  const intent = steps.find((step) => step.kind === 'signature' && step.primaryType === 'BurnIntent')
  const { maxFee } = Object(intent?.kind === 'signature' ? intent.message : undefined)
  if (typeof maxFee !== 'string') throw new InvalidInputError('plan', 'No spend would be signed.')
  return BigInt(maxFee)
}

/** What the depositor can spend there; `null` where the issuer does not say soon. */
async function findBalance(
  { issuer }: BridgeContext,
  depositor: Address,
  from: PlannedHubSpend['from'],
): Promise<bigint | null> {
  const read = (signal: AbortSignal) => hubBalance({ ...issuer, signal, depositor, chains: [from] })
  const found = await withDeadline(read, { timeoutMs: balanceMs }).catch(() => undefined)
  return found?.byChain[from] ?? null
}

const balanceMs = 3_000

function hubEffect(account: Address, chainId: number, change: bigint, before: bigint | null = null): PlanEffect {
  return { account, holding: 'hub', chainId, change, before, after: before === null ? null : before + change }
}
