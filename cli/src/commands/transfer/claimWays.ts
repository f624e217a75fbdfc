import { setTimeout as sleep } from 'node:timers/promises'
import { pollingIntervalFor } from '@holdfast/sdk/chain'
import { TransferLockedError, TransferUnavailableError } from '@holdfast/sdk/errors'
import type { CodeClaim } from '@holdfast/sdk/links'
import type { Plan } from '@holdfast/sdk/plan'
import { isReturnable, isTerminal, ReleaseRequestIndex, type SignedClaim } from '@holdfast/sdk/transfer'
import { type Address, type Hash, zeroAddress } from 'viem'
import { readNow } from '../../chain/readNow.js'
import type { Context, OpenWallet } from '../../command/Context.js'
import type { Resume } from '../../command/Resume.js'
import { readTransferId } from '../../input/readNumber.js'
import { followPlan } from '../../plan/followPlan.js'
import { standIn } from '../../wallet/withAccount.js'
import { openGaslessClaims, outcomeUnknown, releaseRequired } from '../service/openGaslessClaims.js'
import { requireTransfer } from './describeTransfer.js'

/** Who submits a claim, and pays for it. */
export type ClaimWay = {
  /** What the network takes, and from whom, where the wallet does not pay. */
  network?: string
  /** The account that submits it; absent where the service does. */
  account?: Address
  /** What a claim for this recipient is planned with. */
  clientsFor: (recipient: Address) => OpenWallet
  /** Resolves to the transaction that paid the plan's recipient. */
  submit: (plan: ClaimPlan, claim: MadeClaim) => Promise<Hash>
}

/** A claim by code or by key. */
export type ClaimPlan = Plan<'claim'> | Plan<'claimWithKey'>

/** What opens a transfer, by its claim mode. */
export type MadeClaim = SignedClaim | CodeClaim

/** The service submits the claim, and its relayer pays the network. Takes no wallet. */
export async function claimThroughService(context: Context): Promise<ClaimWay> {
  const client = await context.openChain()
  const { relayer, submit } = await openGaslessClaims(context, client)
  return {
    network: `paid by the service, from ${relayer}`,
    clientsFor: (recipient) => standIn(client, recipient),
    async submit(_, claim) {
      const { outcome, txHash } = await submit(claim, 'claim --gasless')
      if (outcome === 'claimed') return txHash
      throw releaseRequired(claim.transferId)
    },
  }
}

/** The wallet submits the claim, and pays the network. */
export async function claimThroughWallet(context: Context): Promise<ClaimWay> {
  const clients = await context.openWallet()
  return {
    account: clients.walletClient.account.address,
    clientsFor: () => clients,
    submit: async (plan, claim) => {
      const { transferId } = plan.params
      const followed = {
        command: 'claim',
        facts: { transferId: `${transferId}` },
        doing: `claiming transfer ${transferId}`,
      }
      const { result } = isByKey(plan)
        ? await followPlan(context, clients, plan, followed, { handOver: signedOf(claim) })
        : await followPlan(context, clients, plan, followed, { handOver: codedOf(claim) })
      return result
    },
  }
}

function isByKey(plan: ClaimPlan): plan is Extract<ClaimPlan, { operation: 'claimWithKey' }> {
  return plan.operation === 'claimWithKey'
}

function signedOf(claim: MadeClaim) {
  if (!('signature' in claim)) throw new Error('A claim by key needs a key.')
  return claim
}

function codedOf(claim: MadeClaim) {
  if (!('code' in claim)) throw new Error('A claim by code needs a code.')
  return claim
}

/**
 * Fees that are raised make the claim another transaction, so the transfer tells how it ended, and no hash. Under terms with
 * release it was a request, which has landed once the chain holds it.
 */
export const resume: Resume = async ({ client, chainId, command, facts, options: { signal, timeoutMs = 120_000 } }) => {
  const transferId = readTransferId(facts.transferId)
  const requests = new ReleaseRequestIndex({ client, transferIds: [transferId] })
  for (
    const deadline = performance.now() + timeoutMs;
    ;
    await sleep(pollingIntervalFor(chainId), undefined, { signal })
  ) {
    const transfer = await requireTransfer(client, transferId)
    const { status, to } = transfer
    if (status === 'CLAIMED')
      return { result: { transferId, to }, text: `Transfer ${transferId} is claimed: it was paid to ${to}.` }
    if (status === 'LOCKED') throw new TransferLockedError(transferId)
    if (isTerminal(status)) throw new TransferUnavailableError(transferId, 'not_pending')
    if (isReturnable(transfer, new Date((await readNow(client)) * 1_000)))
      throw new TransferUnavailableError(transferId, 'expired')
    const { recipient } = facts
    if (to === zeroAddress && recipient !== undefined) {
      await requests.sync({ signal })
      if (requests.requestsOf(transferId).some((one) => one.recipient.toLowerCase() === recipient.toLowerCase()))
        return {
          result: { transferId, outcome: 'release_requested', recipient },
          text: `The sender of transfer ${transferId} is asked to pay ${recipient}.`,
        }
    }
    if (performance.now() >= deadline) throw outcomeUnknown(transferId, command)
  }
}
