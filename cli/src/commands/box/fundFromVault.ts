import { deploymentOf } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import type { Address } from 'viem'
import type { Input, Outcome } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { writeAmount } from '../../input/readAmount.js'
import { followPlan } from '../../plan/followPlan.js'
import type { fundingOptions } from './planFunding.js'
import { planFunding } from './planFunding.js'

/** Funds a box with what the vault contract records for the wallet: `vault fund`, and `box fund --from vault`. */
export async function fundFromVault(
  context: Context,
  input: Input<typeof fundingOptions>,
  { account, amount }: { account: Address; amount: bigint },
): Promise<Outcome> {
  const { clients, plan, options, told } = await planFunding(context, input, {
    account,
    amount,
    source: {
      name: 'vault',
      describes: 'the vault, where it is recorded for',
      async plan(clients, policy, options) {
        const { shieldVault: vault } = await deploymentOf(clients.publicClient)
        return planOperation(clients, 'fundFromVault', { vault, account, amount, policy }, options)
      },
    },
  })
  const followed = { command: 'vault fund', facts: { account }, doing: 'funding the box out of the vault' }
  const { result: txHash } = await followPlan(context, clients, plan, followed, options)
  return {
    result: { ...told, txHash, transferId: null },
    text: `${writeAmount(amount)} went out of the vault into ${account}.\n  transaction  ${txHash}`,
  }
}
