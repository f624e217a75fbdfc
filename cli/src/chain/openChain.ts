import {
  BRIDGE_CHAINS,
  bridgeChainByChainId,
  chainIdOf,
  chainLabel,
  deployedChainIds,
  deploymentFor,
  endpointsByHealth,
  overrideDeployment,
  type ReadClient,
  viemChainFor,
} from '@holdfast/sdk/chain'
import { type Chain, createClient, defineChain, fallback, http } from 'viem'
import { usageFailure } from '../failure/CommandFailure.js'
import { readUrl, type Settings } from '../settings/settings.js'
import { chooseChain } from './chooseChain.js'
import { readChainUrl } from './endpoints.js'

/**
 * A reader of a chain, with the endpoints of the settings if they name any.
 *
 * @param chainId - Of a chain that the library or the Bridge knows. Default: that of the settings.
 * @throws CommandFailure, WrongNetworkError, ChainUnavailableError
 */
export async function openChain(settings: Settings, chainId?: number): Promise<ReadClient> {
  const id = chainId ?? chooseChain(settings.chain.value ?? '').id
  applyEndpoints(settings)
  const chain = deploymentFor(id) === undefined ? bridgeChain(settings, id) : viemChainFor(id)
  const rpcUrls = await endpointsByHealth(chain.rpcUrls.default.http)
  const client = createClient({
    chain,
    // A hostile contract must not choose what this process requests (ERC-3668).
    ccipRead: false,
    transport: fallback(rpcUrls.map((url) => http(url, { timeout: 10_000 }))),
  })
  await chainIdOf(client)
  return client
}

/**
 * Puts the endpoints of the settings into the registry, for everything the library does in this process. Makes
 * no request.
 */
export function applyEndpoints(settings: Settings): void {
  for (const id of deployedChainIds()) {
    const rpcUrl = readChainUrl('rpc', id, settings)
    const explorerApi = readChainUrl('explorer', id, settings)
    overrideDeployment(id, {
      ...(rpcUrl !== undefined && { rpcUrls: [rpcUrl], signingRpcUrls: [rpcUrl], wsUrls: [] }),
      // The library treats an empty text as no explorer.
      ...(explorerApi !== undefined && { explorerApi: explorerApi === 'none' ? '' : explorerApi }),
    })
  }
}

/** A chain that only the Bridge supports: our contracts are not deployed there. */
function bridgeChain(settings: Settings, id: number): Chain {
  const name = bridgeChainByChainId(id)
  if (name === undefined) throw usageFailure('unknown_chain', `Chain ${id} is not supported.`)
  const { nativeCurrency, rpcUrls, blockTimeMs } = BRIDGE_CHAINS[name]
  const rpcUrl = readChainUrl('rpc', id, settings)
  return defineChain({
    id,
    name: chainLabel(name),
    nativeCurrency,
    blockTime: blockTimeMs,
    rpcUrls: { default: { http: rpcUrl === undefined ? rpcUrls : [rpcUrl] } },
  })
}

/**
 * A reader of the chain of the settings, also where the library does not know it: its id and endpoint are enough.
 *
 * @throws CommandFailure, WrongNetworkError, ChainUnavailableError
 */
export async function openAnyChain(settings: Settings): Promise<ReadClient> {
  const name = settings.chain.value ?? ''
  const id = /^[1-9][0-9]{0,14}$/.test(name) ? Number(name) : undefined
  if (id === undefined || deploymentFor(id) !== undefined) return openChain(settings)
  const rpcUrl = readUrl('rpc', settings)
  if (rpcUrl === undefined)
    throw usageFailure('no_endpoint', `holdfast knows no endpoint of chain ${id}.`, ['Name one with --rpc.'])
  const chain = defineChain({
    id,
    name: 'Chain',
    nativeCurrency: { name: 'native coin', symbol: 'native coins', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const client = createClient({ chain, ccipRead: false, transport: http(rpcUrl, { timeout: 10_000 }) })
  await chainIdOf(client)
  return client
}
