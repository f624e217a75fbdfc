import { requireDeployment } from '@holdfast/sdk/chain'
import { InsufficientFundsError } from '@holdfast/sdk/errors'
import { vaultBalance } from '@holdfast/sdk/shield'
import type { OpenWallet } from '../command/Context.js'

/** What the wallet has in the vault, which has to cover an amount. @throws InsufficientFundsError */
export async function requireInVault(
  { publicClient, walletClient }: OpenWallet,
  chainId: number,
  amount: bigint,
): Promise<bigint> {
  const { shieldVault } = requireDeployment(chainId)
  const balance = await vaultBalance(publicClient, shieldVault, walletClient.account.address)
  if (balance >= amount) return balance
  throw new InsufficientFundsError('balance', amount, balance, { do: 'deposit_to_vault', atMost: balance })
}
