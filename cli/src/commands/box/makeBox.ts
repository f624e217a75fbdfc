import { setTimeout as sleep } from 'node:timers/promises'
import { deploymentOf, pollingIntervalFor, type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { NotABoxError } from '@holdfast/sdk/errors'
import type { ExecutePlanOptions, Plan } from '@holdfast/sdk/plan'
import type { ServiceClient } from '@holdfast/sdk/service'
import { type BoxDetails, getBox, ownerHash, vaultHash } from '@holdfast/sdk/shield'
import { announceArgsFor, announceStealthBox } from '@holdfast/sdk/stealth'
import type { Address, Hash } from 'viem'
import { follow, followSteps } from '../../chain/follow.js'
import type { Context, OpenWallet } from '../../command/Context.js'
import type { Resume } from '../../command/Resume.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { followPlan } from '../../plan/followPlan.js'
import { isRefusal, relay } from '../service/relay.js'
import { describeBox, summarize } from './describeBox.js'
import type { Drawn } from './newPolicy.js'

/** A box that is to be created, at the address that its terms have. */
type Making = Pick<Drawn, 'policy' | 'salt' | 'stealth'> & {
  chainId: number
  account: Address
  /** Of the announcement. */
  label: string | undefined
  /** Of its creation by the wallet. */
  plan: Plan<'createEphemeral'>
}

/** `txHash` is null where the box existed before, `announceTxHash` where it was not to be announced. */
type Made = { txHash: Hash | null; announceTxHash: Hash | null }

/** Creates a box with the wallet, which is on record for it. */
export async function makeByWallet(
  context: Context,
  clients: OpenWallet,
  { chainId, account, stealth, label, plan }: Making,
  allowed: ExecutePlanOptions<'createEphemeral'>,
): Promise<Made> {
  const { stealthAnnouncer } = requireDeployment(chainId)
  // Announced first: without the announcement the owner's key cannot be computed again.
  const announceTxHash =
    stealth === undefined
      ? null
      : await follow(context, { command: 'stealth announce', chainId, doing: 'announcing the box' }, (followed) =>
          announceStealthBox(clients, stealthAnnouncer, announceArgsFor(stealth, account, label), followed),
        )
  const followed = { command: 'box create', facts: { account }, doing: 'making the box' }
  const { txHash } = (await followPlan(context, clients, plan, followed, allowed)).result
  return { txHash, announceTxHash }
}

/** Lets the relayer create a box and announce it: no wallet is on record. The service receives owner and vault as hashes. */
export async function makeByRelayer(
  context: Context,
  service: ServiceClient,
  { chainId, account, policy: { owner, vault, ...terms }, salt, stealth, label }: Making,
): Promise<Made> {
  const { signal, timeoutMs } = context
  const doing = 'making the box through the service'
  const policy = {
    ...terms,
    perPullMax: terms.perPullMax ?? 0n,
    ownerHash: ownerHash(owner),
    vaultHash: vaultHash(vault),
  }
  const made = await followSteps(
    context,
    { command: 'box create --relayed', chainId, doing },
    async ({ keep, drop, update }) => {
      keep({ facts: { account } })
      const onPending = ({ txHash }: { txHash?: Hash | undefined }) => {
        if (txHash !== undefined) keep({ facts: { account, txHash } })
        update(`${doing}: it is at work`)
      }
      try {
        const announce = stealth && { ...stealth, label }
        const answer = await service.relayCreate({ chainId, salt, policy, announce }, { signal, timeoutMs, onPending })
        if (!('status' in answer)) return answer
      } catch (error) {
        if (isRefusal(error)) drop()
        throw error
      }
      throw new CommandFailure('unsettled', 'relay_pending', `The service is still making the box ${account}.`)
    },
  )
  const { txHash, announceTxHash = null } = made
  if (stealth === undefined || announceTxHash !== null) return { txHash, announceTxHash }
  const announced = await relay(context, 'announcing the box', (options) =>
    service.relayAnnounce({ ...stealth, chainId, box: account, label }, options),
  )
  return { txHash, announceTxHash: announced.txHash }
}

/** Fees that are raised make the creation another transaction, so the box tells whether it was made. */
export const resume: Resume = async (
  { client, chainId, facts, options: { signal, timeoutMs = 120_000 } },
  { terminal },
) => {
  // The command that began it wrote the address.
  const account = facts.account as Address
  for (
    const deadline = performance.now() + timeoutMs;
    ;
    await sleep(pollingIntervalFor(chainId), undefined, { signal })
  ) {
    const box = await findBox(client, account)
    if (box !== undefined) {
      const { usdc } = await deploymentOf(client)
      return { result: summarize(box, { usdc }), text: describeBox(box, { usdc }, terminal.paint) }
    }
    if (performance.now() >= deadline)
      throw new CommandFailure('unsettled', 'relay_pending', `The box ${account} does not exist yet.`, [
        'No money is in it, so nothing is lost: create another box, and remove this entry with --forget.',
      ])
  }
}

async function findBox(client: ReadClient, account: Address): Promise<BoxDetails | undefined> {
  try {
    return await getBox(client, account)
  } catch (error) {
    if (error instanceof NotABoxError && error.reason === 'undeployed') return undefined
    throw error
  }
}
