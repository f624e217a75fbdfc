import { fundEphemeral } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { fundFromVault } from '../../../box/fundFromVault.js'
import { planFunding } from '../../../box/planFunding.js'
import { follow } from '../../../chain/follow.js'
import type { Input, Outcome, Run } from '../../../command/Command.js'
import type { Context } from '../../../command/Context.js'
import { usageFailure } from '../../../failure/CommandFailure.js'
import { readAddress } from '../../../input/readAddress.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { requireFunds } from '../../../token/requireFunds.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [typed, much],
    options: { from },
  } = input
  const asked = { account: readAddress('box', typed), amount: readAmount('amount', much) }
  if (from === 'wallet') return fundFromWallet(context, input, asked)
  if (from === 'vault') return fundFromVault(context, input, asked)
  throw usageFailure('invalid_source', `--from is ${from}: a box is funded from wallet or vault.`)
}

async function fundFromWallet(
  context: Context,
  input: Input,
  { account, amount }: { account: Address; amount: bigint },
): Promise<Outcome> {
  const { clients, chainId, policy, told } = await planFunding(context, input, {
    ...{ account, amount },
    source: {
      name: 'wallet',
      describes: 'this wallet,',
      requires: ({ publicClient, walletClient }, chainId) =>
        requireFunds(publicClient, chainId, { from: walletClient.account.address, amount }),
    },
  })
  const txHash = await follow(
    context,
    { command: 'box fund', chainId, facts: { account }, doing: 'funding the box' },
    (followed) => fundEphemeral(clients, account, amount, policy, followed),
  )
  return {
    result: { ...told, txHash },
    text: `${writeAmount(amount)} went into ${account}.\n  transaction  ${txHash}`,
  }
}
