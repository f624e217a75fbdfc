import { BRIDGE_CHAINS, bridgeChainByChainId, type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { ChainUnavailableError } from '@holdfast/sdk/errors'
import { type Address, erc20Abi } from 'viem'
import { readContract } from 'viem/actions'

/** USDC of an account, in base units. @throws ChainUnavailableError */
export async function readBalance(client: ReadClient, chainId: number, owner: Address): Promise<bigint> {
  const name = bridgeChainByChainId(chainId)
  const { usdc: address } = name === undefined ? requireDeployment(chainId) : BRIDGE_CHAINS[name]
  try {
    return await readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  } catch {
    throw new ChainUnavailableError(`reading the balance of ${owner}`, undefined)
  }
}
