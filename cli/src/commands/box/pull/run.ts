import { chainIdOf } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { getBox } from '@holdfast/sdk/shield'
import { isHolder } from '../../../box/findHolder.js'
import type { Run } from '../../../command/Command.js'
import { askForSpend } from '../../../cosign/askForSpend.js'
import { describeVeto, exitOfCosign } from '../../../cosign/exitOfCosign.js'
import { readAddress } from '../../../input/readAddress.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { describePlan } from '../../../plan/describePlan.js'
import { followPlan } from '../../../plan/followPlan.js'
import { openService } from '../../../service/openService.js'

export const run: Run = async (context, { positionals: [typed, much] }) => {
  const account = readAddress('box', typed)
  const amount = readAmount('amount', much)
  openService(context.settings)
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const wallet = walletClient.account.address
  const [chainId, box] = await Promise.all([chainIdOf(client), getBox(client, account)])
  const { target, remaining, cosigner } = box
  const plan = await planOperation(clients, 'submitPull', { account, amount }, { signal: context.signal })
  await context.confirm({
    does: `Pull ${writeAmount(amount)} out of a box for ${target}`,
    plan,
    facts: describePlan(plan, {
      parties: [
        ['from', account],
        ['to', target === wallet ? `${target}, this wallet` : target],
      ],
      amount: [
        ['amount', `${writeAmount(amount)} of ${writeAmount(remaining)} that are left of its cap`],
        ['co-signer', `${cosigner}, who asks the firewall`],
      ],
      fee: [],
    }),
  })
  // Whoever else pulls asks in nobody's name: the owner has said before whose history counts.
  const owner = isHolder(clients, box.ownerHash) ? clients : undefined
  const { answer } = await askForSpend(context, { box, chainId, amount, owner, payer: owner && wallet })
  const told = { box: account, target, amount, chainId }
  if (!answer.approved) {
    const { approved, ...veto } = answer
    return {
      result: { isPaid: false, txHash: null, ...told, veto },
      text: describeVeto(answer),
      exit: exitOfCosign(answer),
    }
  }
  const followed = { command: 'box pull', facts: { account }, doing: 'pulling out of the box' }
  const handOver = { cosignerSig: answer.signature }
  const { result: txHash } = await followPlan(context, clients, plan, followed, { handOver })
  return {
    result: { isPaid: true, txHash, ...told, veto: null },
    text: `${target} received ${writeAmount(amount)}.\n  transaction  ${txHash}`,
  }
}
