import { chainIdOf } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { getBox } from '@holdfast/sdk/shield'
import { findHolder } from '../../../box/findHolder.js'
import type { Run } from '../../../command/Command.js'
import { describeVeto, exitOfCosign } from '../../../cosign/exitOfCosign.js'
import { openCosigner } from '../../../cosign/openCosigner.js'
import { findAddress, readAddress } from '../../../input/readAddress.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { describePlan } from '../../../plan/describePlan.js'
import { followPlan } from '../../../plan/followPlan.js'
import { passReport } from '../../../risk/passReport.js'
import { payerOptions } from '../../../risk/payerOptions.js'

export const run: Run = async (context, input) => {
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
}
