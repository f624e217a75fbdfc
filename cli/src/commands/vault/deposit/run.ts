import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { approveVault, depositToVault } from '@holdfast/sdk/shield'
import { describeChain, describeNetworkFee } from '../../../chain/describeChain.js'
import { follow } from '../../../chain/follow.js'
import type { Run } from '../../../command/Command.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { requireFunds } from '../../../token/requireFunds.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const amount = readAmount('amount', typed)
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const owner = walletClient.account.address
  const chainId = await chainIdOf(client)
  const { shieldVault: vault } = requireDeployment(chainId)
  await requireFunds(client, chainId, { from: owner, amount })
  await context.confirm({
    does: `Put ${writeAmount(amount)} into the vault`,
    facts: [
      ['from', owner],
      ['to', `${vault}, under the name of this wallet`],
      ['amount', writeAmount(amount)],
      ['approval', `exactly ${writeAmount(amount)}, where the allowance is short`],
      ['network', await describeNetworkFee(client, chainId)],
      ['chain', describeChain(chainId)],
    ],
  })
  const approvalTxHash = await follow(context, { command: 'approve', chainId, doing: 'approving' }, (followed) =>
    approveVault(clients, vault, amount, followed),
  )
  const txHash = await follow(
    context,
    { command: 'vault deposit', chainId, doing: 'depositing into the vault' },
    (followed) => depositToVault(clients, vault, amount, followed),
  )
  return {
    result: { txHash, approvalTxHash, amount, owner, vault, chainId },
    text: `${writeAmount(amount)} are in the vault.\n  transaction  ${txHash}`,
  }
}
