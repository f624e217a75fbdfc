import { type Address, encodeFunctionData, type Hash } from 'viem'
import { coversAllowance } from '../../chain/amount.js'
import type { ClientPair } from '../../chain/clients.js'
import { readTogether } from '../../chain/readTogether.js'
import type { ChainDeployment } from '../../chain/registry.js'
import { allowanceView } from '../../chain/tokenReads.js'
import { execute, type WriteOptions } from '../../chain/transaction/execute.js'
import { requireAccount } from '../../chain/transaction/requireAccount.js'
import { usdcAbi } from '../../chain/usdc.js'

/**
 * Lets the transfer contract of a known chain pull up to `amount` from the connected account.
 *
 * @returns Hash of the mined transaction, or `null` when the allowance already covers the amount and nothing was sent.
 */
export async function approve(
  clients: ClientPair,
  { deployment, contract }: { deployment: ChainDeployment; contract: Address },
  amount: bigint,
  options: WriteOptions,
): Promise<Hash | null> {
  const { address: owner } = requireAccount(clients.walletClient)
  const view = allowanceView(deployment.usdc, owner, contract)
  const { values } = await readTogether(clients.publicClient, deployment.id, owner, [view])
  // An allowance is a uint256.
  if (coversAllowance(values[0] as bigint, amount)) return null
  const data = encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [contract, amount] })
  const call = { to: deployment.usdc, abi: usdcAbi, attempted: 'approving USDC', data }
  const receipt = await execute(clients, deployment, call, options)
  return receipt.transactionHash
}
