import { chainIdOf, overrideDeployment, type ReadClient, viemChainFor } from '@holdfast/sdk/chain'
import { createPublicClient, fallback, http } from 'viem'
import { readUrl } from '../settings/readUrl.js'
import type { Settings } from '../settings/settings.js'
import { chooseChain } from './chooseChain.js'

/**
 * A reader of the chain of the settings. The registry's endpoints are replaced by those of the settings, for everything
 * the library does in this process.
 *
 * @throws CommandFailure, WrongNetworkError, ChainUnavailableError
 */
export async function openChain(settings: Settings): Promise<ReadClient> {
  const id = applyEndpoints(settings)
  const chain = viemChainFor(id)
  const client = createPublicClient({
    chain,
    transport: fallback(chain.rpcUrls.default.http.map((url) => http(url, { timeout: 10_000 }))),
  })
  await chainIdOf(client)
  return client
}

/**
 * Puts the endpoints of the settings into the registry; nobody is asked.
 *
 * @returns Id of the chain of the settings.
 */
export function applyEndpoints(settings: Settings): number {
  const { id } = chooseChain(settings.chain.value ?? '')
  const rpcUrl = readUrl('rpc', settings)
  const explorerApi = readUrl('explorer', settings)
  overrideDeployment(id, {
    ...(rpcUrl !== undefined && { rpcUrls: [rpcUrl], signingRpcUrls: [rpcUrl], wsUrls: [] }),
    ...(explorerApi !== undefined && { explorerApi }),
  })
  return id
}
