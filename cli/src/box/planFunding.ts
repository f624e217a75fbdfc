import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { assertBoxFundable, type EphemeralPolicy, getBox } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { describeChain } from '../chain/describeChain.js'
import type { Input } from '../command/Command.js'
import type { Context, OpenWallet } from '../command/Context.js'
import type { Plan } from '../command/Plan.js'
import { findCosigner } from '../cosign/openCosigner.js'
import { readAddress } from '../input/readAddress.js'
import { writeAmount } from '../input/readAmount.js'
import { writeMoment } from '../input/readMoment.js'
import { type Passed, passFirewall } from '../risk/passFirewall.js'
import { findHolder } from './findHolder.js'

/** A box that is about to be funded, compared and agreed to. */
export type Funding = {
  clients: OpenWallet
  chainId: number
  /** Of the box, compared in every field. */
  policy: EphemeralPolicy
  /** What the box held before, in base units. */
  balance: bigint
  guard: Passed['guard']
  /** For the `result`. */
  told: Readonly<Record<string, unknown>>
}

/** Where the money comes from. */
export type Source = {
  name: 'wallet' | 'vault' | 'hub'
  /** As in "out of …". */
  describes: string
  /** The chain the money leaves, where it is not that of the box. */
  chainId?: number | undefined
  /** Refuses what it does not cover, before anybody is asked. Returns what it costs, for the plan. */
  covers: (clients: OpenWallet, chainId: number, amount: bigint) => Promise<Plan['facts']>
}

/**
 * Shows what will go into which box, and asks.
 *
 * Anybody can make a box in somebody's name. So it has to be the wallet's own in owner and vault, its token USDC, its
 * co-signer that of the service or the one that was typed, its target one that the firewall lets through; whoever says
 * --target has that compared too. What is left of its terms is shown.
 *
 * @throws NotABoxError, PolicyMismatchError, BoxRefusedError, RiskBlockedError, CommandFailure `not_your_box`
 */
export async function planFunding(
  context: Context,
  input: Input,
  { account, amount, source }: { account: Address; amount: bigint; source: Source },
): Promise<Funding> {
  const { options } = input
  const typed = {
    ...(options.target !== undefined && { target: readAddress('--target', options.target) }),
    ...(options.cosigner !== undefined && { cosigner: readAddress('--cosigner', options.cosigner) }),
  }
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const wallet = walletClient.account.address
  const chainId = await chainIdOf(client)
  const box = await getBox(client, account)
  const { address: owner } = await findHolder(context, clients, box, 'owner')
  const { address: vault } =
    box.vaultHash === box.ownerHash ? { address: owner } : await findHolder(context, clients, box, 'vault')
  const known = typed.cosigner ?? (await findCosigner(context))
  const { maxAmount, perPullMax, expiry, interval, mode, target, balance } = box
  const policy = {
    token: requireDeployment(chainId).usdc,
    owner,
    vault,
    cosigner: known ?? box.cosigner,
    target,
    maxAmount,
    expiry,
    interval,
    mode,
    ...typed,
    ...(interval > 0 && { perPullMax }),
  }
  await assertBoxFundable(client, account, policy, { amount })
  const costs = await source.covers(clients, chainId, amount)
  const here = { chainId, client }
  const leaves = source.chainId === undefined || source.chainId === chainId ? undefined : source.chainId
  const chains = leaves === undefined ? [here] : [{ chainId: leaves, client: await context.openChain(leaves) }, here]
  const payment = { payer: wallet, payee: target, amount, chains }
  const { report, describes, guard } = await passFirewall(context, input, payment)
  await context.confirm({
    does: `Put ${writeAmount(amount)} into a box that pays ${target}`,
    facts: [
      ['from', `${source.describes} ${wallet}`],
      ['box', account],
      ['target', target],
      ['amount', `${writeAmount(amount)}; it holds ${writeAmount(balance ?? 0n)}`],
      ['cap', `${writeAmount(maxAmount)}, ${writeAmount(box.remaining)} left, until ${writeMoment(expiry)}`],
      ['co-signer', known === undefined ? `${box.cosigner}, whom only the box names` : box.cosigner],
      ...costs,
      ['chain', describeChain(chainId)],
      ['firewall', describes],
    ],
  })
  const told = { box: account, amount, from: source.name, payer: wallet, target, chainId, firewall: report.level }
  return { clients, chainId, policy, balance: balance ?? 0n, told, guard }
}
