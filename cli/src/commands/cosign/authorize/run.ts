import { deploymentOf } from '@holdfast/sdk/chain'
import { ACTION_PAY, ACTION_PULL, MODE_PULL, readAccount } from '@holdfast/sdk/shield'
import type { Run } from '../../../command/Command.js'
import { describeVeto, exitOfCosign } from '../../../cosign/exitOfCosign.js'
import { readAddress } from '../../../input/readAddress.js'
import { readAmount } from '../../../input/readAmount.js'
import { openService } from '../../../service/openService.js'
import { findWallet } from '../../../wallet/findWallet.js'

export const run: Run = async (context, { positionals: [account, much], options }) => {
  const { settings, terminal, signal } = context
  const box = readAddress('box', account)
  const amount = readAmount('amount', much)
  const payer = options.payer === undefined ? undefined : readAddress('--payer', options.payer)
  const service = openService(settings)
  const client = await context.openChain()
  const { id: chainId } = await deploymentOf(client)
  const { mode, target, nonce, remaining, expiry } = await readAccount(client, box)
  const wallet = mode === MODE_PULL ? await findWallet(context) : await context.openWallet()
  const owner = wallet?.walletClient.account.address
  const auth = wallet && {
    address: wallet.walletClient.account.address,
    sign: (message: string) => wallet.walletClient.signMessage({ message }),
  }
  const action = mode === MODE_PULL ? ACTION_PULL : ACTION_PAY
  const { address, answer } = await terminal.during('asking the co-signer', async () => {
    const address = await service.cosignerAddress({ signal })
    const cosigner = service.coSigner({ address, chainId, auth })
    const spend = { account: box, owner, payer, amount, action, target, nonce, chainId, remaining, expiry }
    return { address, answer: await cosigner.authorize(spend, { signal }) }
  })
  const spend = { box, target, amount, action: action === ACTION_PULL ? 'pull' : 'pay', nonce }
  if (answer.approved)
    return {
      result: { approved: true, cosigner: address, ...spend, signature: answer.signature, veto: null },
      text: answer.signature,
    }
  const { approved, ...veto } = answer
  return {
    result: { approved, cosigner: address, ...spend, signature: null, veto },
    text: describeVeto(answer),
    exit: exitOfCosign(answer),
  }
}
