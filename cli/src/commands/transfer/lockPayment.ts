import type { AddressSource } from '@holdfast/sdk'
import { chainIdOf, type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { configIdOf, termsOf, waitForSend } from '@holdfast/sdk/transfer'
import type { Address, Hash } from 'viem'
import type { Input } from '../../command/Command.js'
import type { Context, Plan } from '../../command/Context.js'
import { codeOption, type Option } from '../../command/Option.js'
import type { Resume } from '../../command/Resume.js'
import { writeAmount } from '../../input/readAmount.js'
import { readHash } from '../../input/readHash.js'
import { describePlan, makesCall } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { firewallOptions, passReport } from '../../risk/passReport.js'
import { payerOptions } from '../../risk/payerOptions.js'
import { describeTerms, findTerms, newClaimCode, OUR_TERMS } from '../terms/findTerms.js'
import { openAcknowledgedSends } from './openAcknowledgedSends.js'

/** The payment, and the request that it answers. */
export type LockedPayment = {
  to: Address
  /** USDC base units. */
  amount: bigint
  /** The signed request that names the payee. */
  request?: AddressSource | undefined
  /** Reader of the chain, where it is open already. */
  client?: ReadClient | undefined
  /** Further facts of the plan. */
  facts?: Plan['facts'] | undefined
  /** Called with the claim hash when the person has agreed, before anything is signed. */
  onAgreed?: ((claimHash: Hash) => void | Promise<void>) | undefined
}

/**
 * Locks USDC for a recipient, who claims it with a code: firewall, plan, question, code, transactions.
 *
 * @returns The result of `send`.
 */
export async function lockPayment(
  context: Context,
  input: Input<typeof paymentOptions>,
  { to, amount, request, client: reader, facts = [], onAgreed }: LockedPayment,
) {
  const { terminal, signal } = context
  const { terms: typed, codeFile } = input.options
  const wanted = typed === undefined ? undefined : readHash('--terms', typed)
  const show = terminal.openSecretOutlet(codeFile)
  const clients = await context.openWallet(reader)
  const { publicClient: client, walletClient } = clients
  const from = walletClient.account.address
  const chainId = await chainIdOf(client)
  const found = wanted === undefined ? undefined : await findTerms(client, wanted)
  const { secret, claimHash } = newClaimCode(found?.terms ?? termsOf(OUR_TERMS, requireDeployment(chainId)))
  const checkOptions = { ...payerOptions(context, input, from, [{ chainId, client }]), source: request }
  const fields = { to, amount, claimHash }
  const params = found === undefined ? { ...fields, terms: OUR_TERMS } : { ...fields, configId: found.configId }
  const plan = await terminal.during('asking the firewall', () =>
    planOperation(clients, 'sendProtected', params, { checkOptions, signal }),
  )
  const { terms, firewall } = plan
  const [report] = firewall
  if (report === undefined || terms === null) throw new Error('The plan of a send names no report or no terms.')
  const { describes, ...decided } = await passReport(context, input, report)
  await context.confirm({
    does: `Lock ${writeAmount(amount)} for ${to}`,
    plan,
    facts: describePlan(plan, {
      parties: [['from', from], ['to', to], ...facts],
      last: [
        ['terms', `${describeTerms(terms)}${makesCall(plan.steps, 'createConfig') ? '; will be registered' : ''}`],
        ['firewall', describes],
      ],
    }),
  })

  await onAgreed?.(claimHash)
  // Recorded before anything is signed, so that `watch` never cancels a payment that its sender has acknowledged.
  if (decided.acknowledgement !== undefined) openAcknowledgedSends(context).add({ claimHash, chainId })
  show(`Code for ${to}, shown once`, secret)
  const { result: sent, transactions } = await followPlan(
    context,
    clients,
    plan,
    { command: 'send', doing: 'locking the money', facts: { claimHash } },
    { checkOptions, ...decided },
  )
  const hashOf = (functionName: string) =>
    transactions.find(({ step }) => makesCall([step], functionName))?.txHash ?? null
  return {
    result: {
      ...sent,
      chainId,
      from,
      to,
      amount,
      claimHash,
      configId: found?.configId ?? configIdOf(from, terms),
      configTxHash: hashOf('createConfig'),
      approvalTxHash: hashOf('approve'),
      firewall: report.level,
    },
    text: [
      `Transfer ${sent.transferId}: ${writeAmount(amount)} for ${to}, to be claimed until ${sent.deadline.toISOString()}.`,
      `  transaction  ${sent.txHash}`,
      `  take back    holdfast cancel ${sent.transferId}`,
    ].join('\n'),
  }
}

/** Waits for the send, and finds the id of its transfer. */
export const resume: Resume = async ({ client, txHash, facts: { claimHash }, options }) => {
  // The command that began it wrote the hash.
  const sent = await waitForSend({ publicClient: client }, txHash, claimHash as `0x${string}`, options)
  return {
    result: { ...sent, claimHash },
    text: `Transfer ${sent.transferId} is locked, to be claimed until ${sent.deadline.toISOString()}.`,
  }
}

/** Options of a command that calls `lockPayment`. */
export const paymentOptions = [
  {
    flags: '--terms <id>',
    isHash: true,
    describes:
      'id of registered terms; by default one hour to claim by the key of the code and no fee, registered if needed',
  },
  codeOption,
  ...firewallOptions,
] as const satisfies readonly Option[]
