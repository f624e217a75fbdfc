import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { approveUsdc, getAllowance } from '@holdfast/sdk/transfer'
import { describeChain, describeNetworkFee } from '../../chain/describeChain.js'
import { follow } from '../../chain/follow.js'
import type { Run } from '../../command/Command.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const amount = readAmount('amount', typed)
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const from = walletClient.account.address
  const chainId = await chainIdOf(client)
  const { transferContract: spender } = requireDeployment(chainId)
  const before = await getAllowance({ publicClient: client }, from)
  if (before >= amount)
    return {
      result: { txHash: null, allowance: before, spender, chainId },
      text: `Nothing to do: ${writeAmount(before)} are approved.`,
    }
  await context.confirm({
    does: `Let the transfer contract take up to ${writeAmount(amount)}`,
    facts: [
      ['from', from],
      ['contract', spender],
      ['amount', `${writeAmount(amount)}; until now ${writeAmount(before)}`],
      ['network', await describeNetworkFee(client, chainId)],
      ['chain', describeChain(chainId)],
    ],
  })
  const txHash = await follow(context, { command: 'approve', chainId, doing: 'approving' }, (followed) =>
    approveUsdc(clients, amount, followed),
  )
  return {
    result: { txHash, allowance: amount, spender, chainId },
    text: `${writeAmount(amount)} are approved.\n  transaction  ${txHash}`,
  }
}
