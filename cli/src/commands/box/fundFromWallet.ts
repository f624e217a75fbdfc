import { planOperation } from '@holdfast/sdk/plan'
import type { Address } from 'viem'
import type { Input, Outcome } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { writeAmount } from '../../input/readAmount.js'
import { followPlan } from '../../plan/followPlan.js'
import type { fundingOptions } from './planFunding.js'
import { planFunding } from './planFunding.js'

/** Funds a box out of the wallet. */
export async function fundFromWallet(
  context: Context,
  input: Input<typeof fundingOptions>,
  { account, amount }: { account: Address; amount: bigint },
): Promise<Outcome> {
  const { clients, plan, options, told } = await planFunding(context, input, {
    account,
    amount,
    source: {
      name: 'wallet',
      describes: 'this wallet,',
      plan: (clients, policy, options) => planOperation(clients, 'fundEphemeral', { account, amount, policy }, options),
    },
  })
  const followed = { command: 'box fund', facts: { account }, doing: 'funding the box' }
  const { result: txHash } = await followPlan(context, clients, plan, followed, options)
  return {
    result: { ...told, txHash, transferId: null },
    text: `${writeAmount(amount)} went into ${account}.\n  transaction  ${txHash}`,
  }
}
