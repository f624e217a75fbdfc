import { createClient, fallback, http } from 'viem'
import type { ReadClient } from './clients.js'
import type { ChainDeployment } from './registry.js'

/** A client on the read endpoints of the registry, for a chain that the caller has given no client for. */
export function readClientFor({ rpcUrls }: Pick<ChainDeployment, 'rpcUrls'>): ReadClient {
  return createClient({ ccipRead: false, transport: fallback(rpcUrls.map((url) => http(url))) })
}
