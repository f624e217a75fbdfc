import { type Address, encodeFunctionData, type Hash } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertAllowance, coversAllowance } from '../chain/amount.js'
import { assertNetwork } from '../chain/network.js'
import { readAllowance } from '../chain/tokenReads.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { usdcAbi } from '../chain/usdc.js'
import { vaultToken } from './internal/vault.js'
import type { ShieldClients } from './types.js'

/**
 * Lets a vault pull up to `amount` of its token from the connected account, for `depositToVault`.
 *
 * @param amount - Base units; the maximum uint256 for no limit.
 * @returns Hash of the mined transaction, or `null` when the allowance already covers the amount and nothing was sent.
 * @throws `InvalidInputError` and its subclasses before any request; what every write throws.
 * @example
 * const txHash = await approveVault(clients, SHIELD_VAULT_ADDRESS, 25_000_000n)
 */
export async function approveVault(
  clients: ShieldClients,
  vault: Address,
  amount: bigint,
  options: WriteOptions = {},
): Promise<Hash | null> {
  const spender = parseParty('vault', vault)
  assertAllowance(amount)
  const { address: owner } = requireAccount(clients.walletClient)
  const deployment = await assertNetwork(clients)
  const token = await vaultToken(clients, deployment, spender)
  const allowance = await readAllowance(clients.publicClient, token, owner, spender)
  if (coversAllowance(allowance, amount)) return null
  const { transactionHash } = await execute(
    clients,
    deployment,
    {
      to: token,
      abi: usdcAbi,
      attempted: 'approving the vault',
      data: encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [spender, amount] }),
    },
    options,
  )
  return transactionHash
}
