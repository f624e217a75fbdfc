import { requireDeployment } from '@holdfast/sdk/chain'
import { fundFromVault as fund } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { describeNetworkFee } from '../chain/describeChain.js'
import { follow } from '../chain/follow.js'
import type { Input, Outcome } from '../command/Command.js'
import type { Context } from '../command/Context.js'
import { writeAmount } from '../input/readAmount.js'
import { requireInVault } from '../vault/requireInVault.js'
import { planFunding } from './planFunding.js'

/** Funds a box out of what the wallet has in the ledger: `vault fund`, and `box fund --from vault`. */
export async function fundFromVault(
  context: Context,
  input: Input,
  { account, amount }: { account: Address; amount: bigint },
): Promise<Outcome> {
  const { clients, chainId, policy, told, guard } = await planFunding(context, input, {
    account,
    amount,
    source: {
      name: 'vault',
      describes: 'the vault, where it stands under',
      async covers(clients, chainId) {
        await requireInVault(clients, chainId, amount)
        return [['network', await describeNetworkFee(clients.publicClient, chainId)]]
      },
    },
  })
  const { shieldVault } = requireDeployment(chainId)
  const txHash = await follow(
    context,
    { command: 'vault fund', chainId, facts: { account }, doing: 'funding the box out of the vault' },
    (followed) => fund(clients, shieldVault, account, amount, { ...followed, ...guard, policy }),
  )
  return {
    result: { ...told, txHash, transferId: null },
    text: `${writeAmount(amount)} went out of the vault into ${account}.\n  transaction  ${txHash}`,
  }
}
