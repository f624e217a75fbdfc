import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { defineCommand } from '../../command/Command.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'
import { describePlan, makesCall } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'

export const command = defineCommand({
  summary: 'deposit USDC in the vault, a contract that boxes can be funded from',
  details:
    'Approves exactly the amount where the allowance is short. The vault records it for the wallet, which alone can move it. A box is not swept to this contract, but to the account that its terms call its vault.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'USDC, for example 25 or 0.5' }],
  examples: [['vault deposit 100', 'to fund boxes later']],
  result: {
    txHash: 'of the deposit',
    approvalTxHash: 'of the approval; null where the allowance covered it',
    amount: 'base units',
    owner: 'address it is recorded for',
    vault: 'address of the vault contract',
    chainId: 'number',
  },
  async run(context, { positionals: [typed] }) {
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
          ['to', `${vault}, recorded for this wallet`],
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
  },
})
