import { fundEphemeral } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { describeNetworkFee } from '../chain/describeChain.js'
import { follow } from '../chain/follow.js'
import type { Input, Outcome } from '../command/Command.js'
import type { Context } from '../command/Context.js'
import { writeAmount } from '../input/readAmount.js'
import { requireFunds } from '../token/requireFunds.js'
import { planFunding } from './planFunding.js'

/** Funds a box out of the wallet. */
export async function fundFromWallet(
  context: Context,
  input: Input,
  { account, amount }: { account: Address; amount: bigint },
): Promise<Outcome> {
  const { clients, chainId, policy, told, guard } = await planFunding(context, input, {
    account,
    amount,
    source: {
      name: 'wallet',
      describes: 'this wallet,',
      async covers({ publicClient, walletClient }, chainId) {
        await requireFunds(publicClient, chainId, { from: walletClient.account.address, amount })
        return [['network', await describeNetworkFee(publicClient, chainId)]]
      },
    },
  })
  const txHash = await follow(
    context,
    { command: 'box fund', chainId, facts: { account }, doing: 'funding the box' },
    (followed) => fundEphemeral(clients, account, amount, policy, { ...followed, ...guard }),
  )
  return {
    result: { ...told, txHash, transferId: null },
    text: `${writeAmount(amount)} went into ${account}.\n  transaction  ${txHash}`,
  }
}
