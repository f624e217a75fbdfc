import { planOperation } from '@holdfast/sdk/plan'
import { defineCommand } from '../../command/Command.js'
import { writeAmount } from '../../input/readAmount.js'
import { readTransferId } from '../../input/readNumber.js'
import { describePlan } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { describeReturn } from './describeTransfer.js'

export const command = defineCommand({
  summary: 'take back an unclaimed transfer',
  details: 'Only its sender can, until it is claimed.',
  wallet: 'signs',
  positionals: [{ name: 'id', describes: 'id of the transfer' }],
  examples: [['cancel 42', 'the money goes back to its sender']],
  result: {
    transferId: 'decimal text',
    txHash: 'of the transaction that refunded the sender',
    chainId: 'number',
    amount: 'base units that went back',
  },
  async run(context, { positionals: [typed] }) {
    const transferId = readTransferId(typed)
    const clients = await context.openWallet()
    const plan = await planOperation(clients, 'cancel', { transferId }, { signal: context.signal })
    await context.confirm({
      does: `Take back transfer ${transferId}, before it is claimed`,
      plan,
      facts: describePlan(plan, await describeReturn(clients, plan)),
    })
    const { result: txHash } = await followPlan(context, clients, plan, {
      command: 'cancel',
      doing: `cancelling transfer ${transferId}`,
    })
    const { amount, recipient, chainId } = plan
    return {
      result: { transferId, txHash, chainId, amount },
      text: `Transfer ${transferId} is cancelled: ${writeAmount(amount)} went back to ${recipient}.\n  transaction  ${txHash}`,
    }
  },
})
