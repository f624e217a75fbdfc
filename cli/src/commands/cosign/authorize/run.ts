import { deploymentOf } from '@holdfast/sdk/chain'
import { getBox, MODE_PULL } from '@holdfast/sdk/shield'
import { isHolder } from '../../../box/findHolder.js'
import type { Run } from '../../../command/Command.js'
import { askForSpend } from '../../../cosign/askForSpend.js'
import { describeVeto, exitOfCosign } from '../../../cosign/exitOfCosign.js'
import { findAddress, readAddress } from '../../../input/readAddress.js'
import { readAmount } from '../../../input/readAmount.js'
import { findWallet } from '../../../wallet/findWallet.js'

export const run: Run = async (context, { positionals: [account, much], options }) => {
  const named = readAddress('box', account)
  const amount = readAmount('amount', much)
  const payer = findAddress('--payer', options.payer)
  const accept = findAddress('--accept', options.accept)
  const client = await context.openChain()
  const { id: chainId } = await deploymentOf(client)
  const box = await getBox(client, named)
  const isPull = box.mode === MODE_PULL
  const wallet = isPull ? await findWallet(context) : await context.openWallet()
  // A merchant pulls in nobody's name: only the owner can prove anything.
  const owner = isPull && wallet && !isHolder(wallet, box.ownerHash) ? undefined : wallet
  const { cosigner, answer } = await askForSpend(context, { box, chainId, amount, owner, payer, accept })
  const { target, nonce } = box
  const spend = { box: named, target, amount, action: isPull ? 'pull' : 'pay', nonce }
  if (answer.approved)
    return {
      result: { approved: true, cosigner, ...spend, signature: answer.signature, veto: null },
      text: answer.signature,
    }
  const { approved, ...veto } = answer
  return {
    result: { approved, cosigner, ...spend, signature: null, veto },
    text: describeVeto(answer),
    exit: exitOfCosign(answer),
  }
}
