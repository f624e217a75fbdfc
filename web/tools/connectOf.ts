import { ATTESTATION_API_TESTNET } from '@holdfast/sdk/bridge'
import { DEPLOYMENTS } from '@holdfast/sdk/chain'
import { HUB_API_TESTNET } from '@holdfast/sdk/hub'

/**
 * `public` asks only the endpoints of the registry and its service; `loopback` asks this machine as well, and alone has what is for
 * a devnet. `gallery` shows screens from fixtures, in tests.
 */
export type PageKind = 'public' | 'loopback' | 'gallery'

/**
 * The origins that a page may ask, fixed when it is built: those of the registry, of the issuer, of its service, and of this machine
 * where it is served from there.
 */
export function connectOf(kind: PageKind, service: string | undefined): string[] {
  const registry = Object.values(DEPLOYMENTS).flatMap(({ rpcUrls, signingRpcUrls, explorerApi }) => [
    ...rpcUrls,
    ...signingRpcUrls,
    ...(explorerApi === undefined ? [] : [explorerApi]),
  ])
  const issuer = [ATTESTATION_API_TESTNET, HUB_API_TESTNET]
  const named = service === undefined || service === 'self' ? [] : [service]
  const origins = [...registry, ...issuer, ...named].map((url) => new URL(url).origin)
  const own = kind === 'public' ? [] : ['http://127.0.0.1:*']
  return [...new Set([...origins.sort(), ...own])]
}
