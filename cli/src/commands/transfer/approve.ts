import { requireDeployment } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { getAllowance } from '@holdfast/sdk/transfer'
import { defineCommand } from '../../command/Command.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'
import { describePlan } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'

export const command = defineCommand({
  summary: 'let the transfer contract take exactly this much USDC from the wallet',
  details: '`send` does this itself if the allowance is too low.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'USDC, for example 25 or 0.5' }],
  examples: [['approve 100', 'for sends of 100 USDC in all']],
  result: {
    txHash: 'of the approval; null where the allowance covered it and nothing was sent',
    allowance: 'base units that the contract may take now',
    spender: 'the transfer contract',
    chainId: 'number',
  },
  async run(context, { positionals: [typed] }) {
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
  },
})
