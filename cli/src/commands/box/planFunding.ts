import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import type { ExecutePlanOptions, IssuerFlowOptions, Plan, PlanOperation, PlanOptions } from '@holdfast/sdk/plan'
import { assertBoxFundable, type EphemeralPolicy, getBox } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import type { Input } from '../../command/Command.js'
import type { Context, OpenWallet } from '../../command/Context.js'
import type { Option } from '../../command/Option.js'
import { readAddress } from '../../input/readAddress.js'
import { writeAmount } from '../../input/readAmount.js'
import { writeMoment } from '../../input/readTime.js'
import { describePlan } from '../../plan/describePlan.js'
import { firewallOptions, passReport } from '../../risk/passReport.js'
import { payerOptions } from '../../risk/payerOptions.js'
import { findCosigner } from '../cosign/askCosigner.js'
import { findHolder } from '../stealth/findHolder.js'

/** A box that is about to be funded, compared and agreed to. */
export type Funding<operation extends PlanOperation> = {
  clients: OpenWallet
  chainId: number
  /** What the box held before, in base units. */
  balance: bigint
  plan: Plan<operation>
  /** With which it is carried out. */
  options: Pick<ExecutePlanOptions, 'checkOptions' | 'acknowledgement' | 'onWarning' | 'issuer'>
  /** For the `result`. */
  told: Readonly<Record<string, unknown>>
}

/** Where the money comes from. */
export type Source<operation extends PlanOperation> = {
  name: 'wallet' | 'vault' | 'hub'
  /** As in "out of …". */
  describes: string
  /** The chain the money leaves, where it is not that of the box. */
  chainId?: number | undefined
  /** How the issuer is asked, where the money comes through it. */
  issuer?: IssuerFlowOptions | undefined
  /** Plans it, for a box whose terms were compared. */
  plan: (clients: OpenWallet, policy: EphemeralPolicy, options: PlanOptions) => Promise<Plan<operation>>
  /** What it costs, in place of what the plan says. */
  costs?: ((plan: Plan<operation>) => Pick<Parameters<typeof describePlan>[1] & object, 'fee' | 'network'>) | undefined
}

/**
 * Shows what will go into which box, and asks.
 *
 * Any account can create a box in another owner's name. So it must be the wallet's own in owner and vault, its token USDC,
 * its co-signer that of the service or the one that was typed, its target one that the firewall lets through; with --target,
 * that is compared too. The other terms are shown.
 *
 * @throws NotABoxError, PolicyMismatchError, BoxRefusedError, RiskBlockedError, CommandFailure `not_your_box`
 */
export async function planFunding<operation extends PlanOperation>(
  context: Context,
  input: Input<typeof fundingOptions>,
  { account, amount, source }: { account: Address; amount: bigint; source: Source<operation> },
): Promise<Funding<operation>> {
  const { options: given } = input
  const typed = {
    ...(given.target !== undefined && { target: readAddress('--target', given.target) }),
    ...(given.cosigner !== undefined && { cosigner: readAddress('--cosigner', given.cosigner) }),
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
  const here = { chainId, client }
  const leaves = source.chainId === undefined || source.chainId === chainId ? undefined : source.chainId
  const chains = leaves === undefined ? [here] : [{ chainId: leaves, client: await context.openChain(leaves) }, here]
  const checkOptions = payerOptions(context, input, wallet, chains)
  const { signal } = context
  const plan = await context.terminal.during('asking the firewall', () =>
    source.plan(clients, policy, { checkOptions, signal, issuer: source.issuer }),
  )
  const [report] = plan.firewall
  if (report === undefined) throw new Error('The plan of a funding names no report.')
  const { describes, ...decided } = await passReport(context, input, report)
  await context.confirm({
    does: `Put ${writeAmount(amount)} into a box that pays ${target}`,
    plan,
    facts: describePlan(plan, {
      parties: [
        ['from', `${source.describes} ${wallet}`],
        ['box', account],
        ['target', target],
      ],
      amount: [
        ['amount', `${writeAmount(amount)}; it holds ${writeAmount(balance ?? 0n)}`],
        ['cap', `${writeAmount(maxAmount)}, ${writeAmount(box.remaining)} left, until ${writeMoment(expiry)}`],
        ['co-signer', known === undefined ? `${box.cosigner}, whom only the box names` : box.cosigner],
      ],
      fee: [],
      ...source.costs?.(plan),
      last: [['firewall', describes]],
    }),
  })
  const told = { box: account, amount, from: source.name, payer: wallet, target, chainId, firewall: report.level }
  const options = { checkOptions, ...decided, issuer: source.issuer }
  return { clients, chainId, balance: balance ?? 0n, plan, options, told }
}

/** Options of a command that calls `planFunding`. */
export const fundingOptions = [
  { flags: '--target <address>', describes: 'refuse a box that pays another address' },
  { flags: '--cosigner <address>', describes: 'its co-signer, if it is not that of the service' },
  ...firewallOptions,
] as const satisfies readonly Option[]

/** Fields of their `result`. */
export const FUNDING_RESULT: Readonly<Record<string, string>> = {
  box: 'address',
  amount: 'base units that went in',
  from: '`wallet`, `vault` or `hub`',
  txHash: 'of the transaction; null out of the Hub',
  transferId: 'id of the spend from the Hub; else null',
  payer: 'the wallet whose money it was',
  target: 'the only address that the box pays',
  chainId: 'number',
  firewall: '`safe`, `warning` or `block` (which was acknowledged)',
}
