import { chainIdOf } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { getBox } from '@holdfast/sdk/shield'
import { defineCommand } from '../../command/Command.js'
import { findAddress, readAddress } from '../../input/readAddress.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'
import { describePlan } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { firewallOptions, passReport } from '../../risk/passReport.js'
import { payerOptions } from '../../risk/payerOptions.js'
import { acceptOption, describeVeto, exitOfCosign, openCosigner } from '../cosign/askCosigner.js'
import { findHolder } from '../stealth/findHolder.js'

export const command = defineCommand({
  summary: 'pay the target of a box out of it, with the signature of its co-signer',
  details:
    'For the owner of a push box. If the owner is a stealth address of this wallet, its key is computed here and never shown.\nThe wallet pays the gas, and the co-signer checks its history with the firewall. If the co-signer refuses, that is the result and nothing is sent: exit code 3 for a block, 4 for another veto, 5 where it did not answer.',
  wallet: 'signs',
  positionals: [
    { name: 'box', describes: 'address of the box' },
    { name: 'amount', describes: 'USDC, for example 25 or 0.5' },
  ],
  options: [
    { flags: '--payer <address>', describes: "account whose history the firewall reads; by default the wallet's" },
    acceptOption,
    ...firewallOptions,
  ],
  examples: [
    ['box pay 0x8617E340B3D01FA5F11F306F4090FD50E238070D 5', 'shows what will happen, asks, asks the co-signer, pays'],
  ],
  result: {
    isPaid: 'whether the target was paid',
    txHash: 'of the payment; null after a veto',
    box: 'address',
    target: 'address',
    amount: 'base units',
    payer: 'account whose history the firewall read',
    chainId: 'number',
    firewall: '`safe`, `warning` or `block` (which was acknowledged)',
    veto: 'null where it signed; else `code`, `reason` and `riskReasons`',
  },
  async run(context, input) {
    const {
      positionals: [typed, much],
      options,
    } = input
    const account = readAddress('box', typed)
    const amount = readAmount('amount', much)
    const typedPayer = findAddress('--payer', options.payer)
    const accept = findAddress('--accept', options.accept)
    const clients = await context.openWallet()
    const { publicClient: client, walletClient } = clients
    const wallet = walletClient.account.address
    const payer = typedPayer ?? wallet
    const [chainId, box] = await Promise.all([chainIdOf(client), getBox(client, account)])
    const { target, spent, remaining } = box
    const owner = await findHolder(context, clients, box, 'owner')
    const cosigner = await openCosigner(context, { chainId, owner })
    const checkOptions = payerOptions(context, input, payer, [{ chainId, client }])
    const params = { account, amount, owner: owner.address, payer, accept, spentBefore: spent }
    const plan = await context.terminal.during('asking the firewall', () =>
      planOperation(clients, 'settlePrivatePayment', params, { checkOptions, signal: context.signal }),
    )
    const [report] = plan.firewall
    if (report === undefined) throw new Error('The plan of a payment names no report.')
    const { describes, ...decided } = await passReport(context, input, report)
    await context.confirm({
      does: `Pay ${writeAmount(amount)} to ${target} out of a box`,
      plan,
      facts: describePlan(plan, {
        parties: [
          ['from', account],
          ['owner', `${owner.address}${owner.isStealth ? ', a stealth address of this wallet' : ', this wallet'}`],
          ['to', target],
        ],
        amount: [
          ['amount', `${writeAmount(amount)} of ${writeAmount(remaining)} that are left of its cap`],
          ['co-signer', cosigner.address],
        ],
        fee: [],
        last: [['firewall', describes]],
      }),
    })
    const followed = { command: 'box pay', facts: { account }, doing: 'paying out of the box' }
    const allowed = { checkOptions, ...decided, handOver: { cosigner } }
    const { result: outcome } = await followPlan(context, clients, plan, followed, allowed)
    const told = { box: account, target, amount, payer, chainId, firewall: report.level }
    if (outcome.ok) {
      const { txHash } = outcome.result
      return {
        result: { isPaid: true, txHash, ...told, veto: null },
        text: `${target} received ${writeAmount(amount)}.\n  transaction  ${txHash}`,
      }
    }
    const { ok, vetoed, ...veto } = outcome
    const answer = { approved: false, ...veto } as const
    return {
      result: { isPaid: false, txHash: null, ...told, veto },
      text: describeVeto(answer),
      exit: exitOfCosign(answer),
    }
  },
})
