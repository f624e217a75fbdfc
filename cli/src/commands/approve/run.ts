import { requireDeployment } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { getAllowance } from '@holdfast/sdk/transfer'
import type { Run } from '../../command/Command.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'
import { describePlan } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const amount = readAmount('amount', typed)
  const clients = await context.openWallet()
  const from = clients.walletClient.account.address
  const [plan, before] = await Promise.all([
    planOperation(clients, 'approveUsdc', { amount }, { signal: context.signal }),
    getAllowance(clients, from),
  ])
  const { chainId } = plan
  const { transferContract: spender } = requireDeployment(chainId)
  if (plan.steps.length === 0)
    return {
      result: { txHash: null, allowance: before, spender, chainId },
      text: `Nothing to do: ${writeAmount(before)} are approved.`,
    }
  await context.confirm({
    does: `Let the transfer contract take up to ${writeAmount(amount)}`,
    plan,
    facts: describePlan(plan, {
      parties: [
        ['from', from],
        ['contract', spender],
      ],
      amount: [['amount', `${writeAmount(amount)}; until now ${writeAmount(before)}`]],
      fee: [],
    }),
  })
  const { result: txHash } = await followPlan(context, clients, plan, { command: 'approve', doing: 'approving' })
  return {
    result: { txHash, allowance: amount, spender, chainId },
    text: `${writeAmount(amount)} are approved.\n  transaction  ${txHash}`,
  }
}
