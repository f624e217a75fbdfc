import { deploymentFor } from '@holdfast/sdk/chain'
import { CachingDataProvider, type PayerChains, readPayerChains } from '@holdfast/sdk/risk'
import type { Config } from 'wagmi'
import { getClient } from 'wagmi/actions'

/** Reads payers on each chain of the network that has an explorer; a devnet's second chain has none, and is read through its node. */
export function payerChainsOf(network: Config, devnet: string | null): PayerChains {
  const chains = network.chains
    .filter(({ id }) => devnet !== null || deploymentFor(id)?.explorerApi)
    .map(({ id: chainId }) => ({ chainId, client: getClient(network, { chainId }) }))
  return readPayerChains(chains, (provider) => new CachingDataProvider(provider))
}
