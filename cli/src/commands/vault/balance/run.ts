import { deploymentOf } from '@holdfast/sdk/chain'
import { vaultBalance } from '@holdfast/sdk/shield'
import type { Run } from '../../../command/Command.js'
import { findAddress } from '../../../input/readAddress.js'
import { writeAmount } from '../../../input/readAmount.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const named = findAddress('owner', typed)
  const client = await context.openChain()
  const { id: chainId, shieldVault: vault } = await deploymentOf(client)
  const owner = named ?? (await context.openWallet()).walletClient.account.address
  const balance = await vaultBalance(client, vault, owner)
  return { result: { balance, owner, vault, chainId }, text: writeAmount(balance) }
}
