import { chainIdOf } from '@holdfast/sdk/chain'
import { getBox, MODE_PUSH, settlePrivatePayment } from '@holdfast/sdk/shield'
import { findHolder } from '../../../box/findHolder.js'
import { requireSpend } from '../../../box/requireSpend.js'
import { describeChain, describeNetworkFee } from '../../../chain/describeChain.js'
import { follow } from '../../../chain/follow.js'
import type { Run } from '../../../command/Command.js'
import { describeVeto, exitOfCosign } from '../../../cosign/exitOfCosign.js'
import { openCosigner } from '../../../cosign/openCosigner.js'
import { findAddress, readAddress } from '../../../input/readAddress.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { passFirewall } from '../../../risk/passFirewall.js'

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
  requireSpend(box, MODE_PUSH, amount)
  const owner = await findHolder(context, clients, box, 'owner')
  const cosigner = await openCosigner(context, { chainId, owner })
  const payment = { payer, payee: target, amount, chains: [{ chainId, client }] }
  const { report, describes, guard } = await passFirewall(context, input, payment)
  await context.confirm({
    does: `Pay ${writeAmount(amount)} to ${target} out of a box`,
    facts: [
      ['from', account],
      ['owner', `${owner.address}${owner.isStealth ? ', a stealth address of this wallet' : ', this wallet'}`],
      ['to', target],
      ['amount', `${writeAmount(amount)} of ${writeAmount(remaining)} that are left of its cap`],
      ['co-signer', cosigner.address],
      ['network', `${await describeNetworkFee(client, chainId)}, from ${wallet}`],
      ['chain', describeChain(chainId)],
      ['firewall', describes],
    ],
  })
  const outcome = await follow(
    context,
    { command: 'box pay', chainId, facts: { account }, doing: 'paying out of the box' },
    (followed) =>
      settlePrivatePayment(
        clients,
        account,
        amount,
        cosigner,
        { owner: owner.address, payer, accept, spentBefore: spent },
        { ...followed, ...guard },
      ),
  )
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
