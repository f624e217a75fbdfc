import { chainIdOf } from '@holdfast/sdk/chain'
import { getBox, MODE_PULL, submitPull } from '@holdfast/sdk/shield'
import { isHolder } from '../../../box/findHolder.js'
import { requireSpend } from '../../../box/requireSpend.js'
import { describeChain, describeNetworkFee } from '../../../chain/describeChain.js'
import { follow } from '../../../chain/follow.js'
import type { Run } from '../../../command/Command.js'
import { askForSpend } from '../../../cosign/askForSpend.js'
import { describeVeto, exitOfCosign } from '../../../cosign/exitOfCosign.js'
import { readAddress } from '../../../input/readAddress.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
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
  requireSpend(box, MODE_PULL, amount)
  await context.confirm({
    does: `Pull ${writeAmount(amount)} out of a box for ${target}`,
    facts: [
      ['from', account],
      ['to', target === wallet ? `${target}, this wallet` : target],
      ['amount', `${writeAmount(amount)} of ${writeAmount(remaining)} that are left of its cap`],
      ['co-signer', `${cosigner}, who asks the firewall`],
      ['network', `${await describeNetworkFee(client, chainId)}, from ${wallet}`],
      ['chain', describeChain(chainId)],
    ],
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
  const txHash = await follow(
    context,
    { command: 'box pull', chainId, facts: { account }, doing: 'pulling out of the box' },
    (followed) => submitPull(clients, account, amount, answer.signature, followed),
  )
  return {
    result: { isPaid: true, txHash, ...told, veto: null },
    text: `${target} received ${writeAmount(amount)}.\n  transaction  ${txHash}`,
  }
}
