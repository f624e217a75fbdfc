import type { Hex } from 'viem'
import { ChainUnavailableError, WrongNetworkError } from '../errors/chain.js'
import type { ClientPair, ReadClient } from './clients.js'
import { type ChainDeployment, requireDeployment } from './registry.js'
import { withoutSecrets } from './transaction/failure.js'

const confirmed = new WeakMap<object, number>()

/**
 * The registry's entry for a reading client's chain, confirmed by asking the node once per client.
 *
 * @throws {@link UnknownChainError} before any request where the client names an unknown chain;
 *   {@link WrongNetworkError} when the node is on another chain than the client says; {@link ChainUnavailableError}.
 * @example
 * const { usdc } = await deploymentOf(publicClient)
 */
export async function deploymentOf(client: ReadClient): Promise<ChainDeployment> {
  if (client.chain) requireDeployment(client.chain.id)
  let chainId = confirmed.get(client)
  if (chainId === undefined) {
    chainId = await askChainId(() => client.request({ method: 'eth_chainId' }))
    if (client.chain && client.chain.id !== chainId) throw new WrongNetworkError(client.chain.id, chainId)
    requireDeployment(chainId)
    confirmed.set(client, chainId)
  }
  return requireDeployment(chainId)
}

/**
 * Makes sure that reader and wallet are on one known chain. The wallet is asked every time: a person may switch it.
 *
 * @throws As {@link deploymentOf}; {@link WrongNetworkError} when the two differ, before any request where both name
 *   their chain.
 * @example
 * const deployment = await assertNetwork({ publicClient, walletClient })
 */
export async function assertNetwork({ publicClient, walletClient }: ClientPair): Promise<ChainDeployment> {
  const [expected, named] = [publicClient.chain?.id, walletClient.chain?.id]
  if (expected !== undefined) requireDeployment(expected)
  if (expected !== undefined && named !== undefined && expected !== named) throw new WrongNetworkError(expected, named)
  const [deployment, actual] = await Promise.all([
    deploymentOf(publicClient),
    askChainId(() => walletClient.request({ method: 'eth_chainId' })),
  ])
  if (actual !== deployment.id) throw new WrongNetworkError(deployment.id, actual)
  return deployment
}

async function askChainId(ask: () => Promise<Hex>): Promise<number> {
  try {
    return Number(await ask())
  } catch (error) {
    throw new ChainUnavailableError('asking which chain it is', withoutSecrets(error))
  }
}
