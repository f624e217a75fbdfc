import {
  deployedChainIds,
  overrideDeployment,
  PRIMARY_CHAIN_ID,
  requireDeployment,
  viemChainFor,
} from '@holdfast/sdk/chain'
import type { Chain, Transport } from 'viem'
import { type Config, createConfig, fallback, http } from 'wagmi'
import type { Settings } from './settings.js'
import { isSharedOrigin } from './storage.js'

/**
 * The chains of the registry, or a devnet in the place of one of them.
 *
 * @param node - A node on this machine that the person uses for the primary chain.
 */
export function createNetwork({
  devnet,
  endpoint,
  node,
}: Pick<Settings, 'devnet' | 'endpoint'> & { node: string | null }): Config {
  if (devnet !== null)
    overrideDeployment(PRIMARY_CHAIN_ID, {
      rpcUrls: [`${devnet}/primary/rpc`],
      signingRpcUrls: [`${devnet}/primary/rpc`],
      explorerUrl: `${devnet}/primary/explorer`,
      explorerApi: `${devnet}/primary/explorer/api/v2`,
    })
  if (devnet !== null)
    overrideDeployment(remoteChainId, {
      rpcUrls: [`${devnet}/remote/rpc`],
      signingRpcUrls: [`${devnet}/remote/rpc`],
      // Without an explorer the page reads the chain from its first block on, in as few requests as the devnet allows.
      explorerApi: '',
      logRangeBlocks: 50_000,
    })
  if (endpoint !== null && deployedChainIds().includes(endpoint.chainId))
    overrideDeployment(endpoint.chainId, {
      rpcUrls: [endpoint.rpcUrl],
      signingRpcUrls: [endpoint.rpcUrl],
      explorerApi: endpoint.explorerApi ?? '',
    })
  if (node !== null) overrideDeployment(PRIMARY_CHAIN_ID, { rpcUrls: [node], signingRpcUrls: [node] })
  const ids = devnet === null ? deployedChainIds() : [PRIMARY_CHAIN_ID, remoteChainId]
  const others = ids.filter((id) => id !== PRIMARY_CHAIN_ID).map(viemChainFor)
  const chains: readonly [Chain, ...Chain[]] = [viemChainFor(PRIMARY_CHAIN_ID), ...others]
  const transports: Record<number, Transport> = Object.fromEntries(
    chains.map(({ id }) => [id, fallback(requireDeployment(id).rpcUrls.map((url) => http(url)))]),
  )
  return createConfig({ chains, transports, ...(isSharedOrigin(location.pathname) && { storage: null }) })
}

/** Id of the chain beside the primary one that a devnet has: that of Base Sepolia. */
const remoteChainId = 84532
