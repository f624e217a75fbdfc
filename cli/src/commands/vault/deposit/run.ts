import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import type { Run } from '../../../command/Command.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { describePlan, makesCall } from '../../../plan/describePlan.js'
import { followPlan } from '../../../plan/followPlan.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const amount = readAmount('amount', typed)
  const clients = await context.openWallet()
  const owner = clients.walletClient.account.address
  const chainId = await chainIdOf(clients.publicClient)
  const { shieldVault: vault } = requireDeployment(chainId)
  const plan = await planOperation(clients, 'depositToVault', { vault, amount }, { signal: context.signal })
  await context.confirm({
    does: `Put ${writeAmount(amount)} into the vault`,
    plan,
    facts: describePlan(plan, {
      parties: [
        ['from', owner],
        ['to', `${vault}, under the name of this wallet`],
      ],
      fee: [],
    }),
  })
  const followed = { command: 'vault deposit', doing: 'depositing into the vault' }
  const { result: txHash, transactions } = await followPlan(context, clients, plan, followed)
  const approvalTxHash = transactions.find(({ step }) => makesCall([step], 'approve'))?.txHash ?? null
  return {
    result: { txHash, approvalTxHash, amount, owner, vault, chainId },
    text: `${writeAmount(amount)} are in the vault.\n  transaction  ${txHash}`,
  }
}
