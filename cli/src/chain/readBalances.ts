import { type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { ChainUnavailableError } from '@holdfast/sdk/errors'
import { type Address, erc20Abi } from 'viem'
import { multicall } from 'viem/actions'

/** USDC of accounts, in base units, in their order: in one request. @throws ChainUnavailableError */
export async function readBalances(
  client: ReadClient,
  chainId: number,
  owners: readonly Address[],
): Promise<readonly bigint[]> {
  const { usdc: address } = requireDeployment(chainId)
  const contracts = owners.map(
    (owner) => ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }) as const,
  )
  try {
    return await multicall(client, { contracts, allowFailure: false })
  } catch {
    throw new ChainUnavailableError(`reading ${owners.length} balances`, undefined)
  }
}
