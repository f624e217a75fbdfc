import type { Address, Hash } from 'viem'
import { parseAddress } from '../chain/address.js'
import { assertAllowance } from '../chain/amount.js'
import type { ClientPair } from '../chain/clients.js'
import { deploymentOf, meantNetwork } from '../chain/network.js'
import { readAllowance } from '../chain/tokenReads.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { approve } from './internal/approve.js'
import { contractOf, type TransferReader } from './internal/contract.js'

/**
 * How much USDC the transfer contract may pull from an account.
 *
 * @returns USDC base units.
 * @example
 * const allowance = await getAllowance({ publicClient }, account.address)
 */
export async function getAllowance(clients: TransferReader, owner: Address): Promise<bigint> {
  const from = parseAddress('owner', owner)
  const deployment = await deploymentOf(clients.publicClient)
  return readAllowance(clients.publicClient, deployment.usdc, from, contractOf(clients, deployment))
}

/**
 * Lets the transfer contract pull up to `amount` from the connected account.
 *
 * @param amount - USDC base units; the maximum uint256 for no limit.
 * @returns Hash of the mined transaction, or `null` when the allowance already covers the amount and nothing was sent.
 * @example
 * const txHash = await approveUsdc(clients, 25_000_000n)
 */
export async function approveUsdc(
  clients: ClientPair,
  amount: bigint,
  options: WriteOptions = {},
): Promise<Hash | null> {
  assertAllowance(amount)
  requireAccount(clients.walletClient)
  const deployment = await meantNetwork(clients)
  return approve(clients, { deployment, contract: contractOf(clients, deployment) }, amount, options)
}
