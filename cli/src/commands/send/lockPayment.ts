import type { AddressSource } from '@holdfast/sdk'
import { chainIdOf, type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { InvalidAddressError } from '@holdfast/sdk/errors'
import { approveUsdc, defineConfig, getAllowance, registerConfig, sendProtected } from '@holdfast/sdk/transfer'
import type { Address, Hash } from 'viem'
import { describeChain, describeNetworkFee } from '../../chain/describeChain.js'
import { follow } from '../../chain/follow.js'
import type { Input, Outcome } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import type { Plan } from '../../command/Plan.js'
import { writeAmount } from '../../input/readAmount.js'
import { readHash } from '../../input/readHash.js'
import { passFirewall } from '../../risk/passFirewall.js'
import { requireFunds } from '../../token/requireFunds.js'
import { chooseTerms, findTerms, OUR_TERMS } from '../../transfer/chooseTerms.js'
import { describeTerms } from '../../transfer/describeTerms.js'
import { feeOf } from '../../transfer/feeOf.js'
import { newClaimCode } from '../../transfer/newClaimCode.js'

/** What is paid, and for what. */
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
  onAgreed?: ((claimHash: Hash) => void) | undefined
}

/**
 * Locks USDC for a recipient, who claims it with a code: firewall, plan, question, code, transactions.
 *
 * @returns As of `send`.
 */
export async function lockPayment(
  context: Context,
  input: Input,
  { to, amount, request, client: reader, facts = [], onAgreed }: LockedPayment,
): Promise<Outcome> {
  const { options } = input
  const wanted = options.terms === undefined ? undefined : readHash('--terms', options.terms)
  const show = context.terminal.openSecretOutlet(options.codeFile)
  const clients = await context.openWallet(reader)
  const { publicClient: client, walletClient } = clients
  const from = walletClient.account.address
  const chainId = await chainIdOf(client)
  const { transferContract, usdc } = requireDeployment(chainId)
  // The library says so as well, but only after the code was shown.
  if (to === from) throw new InvalidAddressError('to', to, 'is the sender itself')
  if (to === transferContract || to === usdc)
    throw new InvalidAddressError('to', to, 'is a contract that cannot claim: the transfer contract or the token')

  const payment = { payer: from, payee: to, amount, chains: [{ chainId, client }] }
  const passed = await passFirewall(context, input, payment, request)
  const { report, guard, onWarning } = passed
  const [{ configId, terms, isRegistered }, allowance, networkFee] = await Promise.all([
    wanted === undefined ? chooseTerms(client, { chainId, owner: from }) : findTerms(client, wanted),
    getAllowance({ publicClient: client }, from),
    describeNetworkFee(client, chainId),
    requireFunds(client, chainId, { from, amount }),
  ])
  const fee = feeOf(amount, terms)
  await context.confirm({
    does: `Lock ${writeAmount(amount)} for ${to}`,
    facts: [
      ['from', from],
      ['to', to],
      ...facts,
      ['amount', writeAmount(amount)],
      ['fee', fee === 0n ? 'none' : `${writeAmount(fee)}, out of what is claimed`],
      ['network', networkFee],
      ['chain', describeChain(chainId)],
      ['terms', `${describeTerms(terms)}${isRegistered ? '' : '; will be registered'}`],
      ...(allowance < amount
        ? [['approval', `exactly ${writeAmount(amount)}, for the transfer contract`] as const]
        : []),
      ['firewall', passed.describes],
    ],
  })

  const { secret, claimHash } = newClaimCode(terms)
  onAgreed?.(claimHash)
  show(`Code for ${to}, shown once`, secret)
  const one = { chainId, command: 'send', facts: { claimHash } }
  const registered = isRegistered
    ? { txHash: null }
    : await follow(context, { ...one, command: 'config register', doing: 'registering the terms' }, (followed) =>
        registerConfig(clients, OUR_TERMS, followed),
      )
  const approvalTxHash = await follow(context, { ...one, command: 'approve', doing: 'approving' }, (followed) =>
    approveUsdc(clients, amount, followed),
  )
  const sent = await follow(context, { ...one, doing: 'locking the money' }, (followed) =>
    sendProtected(
      clients,
      { configId, to, amount, claimHash },
      {
        ...followed,
        ...guard,
        config: defineConfig({ onWarning }),
      },
    ),
  )
  return {
    result: {
      ...sent,
      chainId,
      from,
      to,
      amount,
      claimHash,
      configId,
      configTxHash: registered.txHash,
      approvalTxHash,
      firewall: report.level,
    },
    text: [
      `Transfer ${sent.transferId}: ${writeAmount(amount)} for ${to}, to be claimed until ${sent.deadline.toISOString()}.`,
      `  transaction  ${sent.txHash}`,
      `  take back    holdfast cancel ${sent.transferId}`,
    ].join('\n'),
  }
}
