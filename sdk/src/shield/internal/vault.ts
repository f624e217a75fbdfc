import { shieldVaultAbi } from '@holdfast/contracts'
import { type Address, type EncodeFunctionDataParameters, encodeFunctionData, type Hash } from 'viem'
import { readView } from '../../chain/readView.js'
import type { ChainDeployment } from '../../chain/registry.js'
import { execute, type WriteOptions } from '../../chain/transaction/execute.js'
import { InsufficientFundsError } from '../../errors/transfer.js'
import type { ShieldClients } from '../types.js'
import type { View } from './readBox.js'

/** The view of what an owner has in a vault. */
export function vaultBalanceView(vault: Address, owner: Address): View {
  return { address: vault, abi: shieldVaultAbi, functionName: 'balanceOf', args: [owner] }
}

/** The view of the token a vault holds. */
function vaultTokenView(vault: Address): View {
  return { address: vault, abi: shieldVaultAbi, functionName: 'token', args: [] }
}

/** The token a vault holds; the registry's own vault holds the chain's USDC. */
export async function vaultToken(
  { publicClient }: ShieldClients,
  deployment: ChainDeployment,
  vault: Address,
): Promise<Address> {
  if (vault === deployment.shieldVault) return deployment.usdc
  return readView<Address>(publicClient, `asking the vault ${vault} for its token`, vaultTokenView(vault))
}

/** @throws {@link InsufficientFundsError} unless the balance in the vault covers the amount. */
export function assertVaultCovers(amount: bigint, balance: bigint): void {
  if (balance < amount)
    throw new InsufficientFundsError('balance', amount, balance, { do: 'deposit_to_vault', atMost: balance })
}

/** Makes one call of a vault. */
export async function callVault(
  clients: ShieldClients,
  deployment: ChainDeployment,
  vault: Address,
  call: Omit<EncodeFunctionDataParameters<typeof shieldVaultAbi>, 'abi'>,
  attempted: string,
  options: WriteOptions,
): Promise<Hash> {
  const receipt = await execute(
    clients,
    deployment,
    {
      to: vault,
      abi: shieldVaultAbi,
      // `call` is typed by the same ABI.
      data: encodeFunctionData({ abi: shieldVaultAbi, ...call } as EncodeFunctionDataParameters),
      attempted,
    },
    options,
  )
  return receipt.transactionHash
}
