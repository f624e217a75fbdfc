import { createClient, custom, fallback, http } from 'viem'
import type { ReadClient } from './clients.js'
import type { ChainDeployment } from './registry.js'

// Asynchronous: the build for Node loads this module, and viem's clients with it, when the first client is made.

/** A client on the read endpoints of the registry, for a chain that the caller has given no client for. */
export async function readClientFor({ rpcUrls }: Pick<ChainDeployment, 'rpcUrls'>): Promise<ReadClient> {
  return createClient({ ccipRead: false, transport: fallback(rpcUrls.map((url) => http(url))) })
}

/** A client on one endpoint, without retries. */
export async function onceAskingClient(url: string, signal: AbortSignal): Promise<ReadClient> {
  return createClient({ transport: http(url, { retryCount: 0, fetchOptions: { signal } }) })
}

/** A client like another, whose requests are answered by a function. */
export async function answeringClient(
  { chain, pollingInterval }: ReadClient,
  request: (asked: { method: string; params?: unknown }) => Promise<unknown>,
): Promise<ReadClient> {
  return createClient({ chain, pollingInterval, transport: custom({ request }, { retryCount: 0 }) })
}
