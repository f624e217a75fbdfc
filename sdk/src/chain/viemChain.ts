import type { Chain } from 'viem'
import { PRIMARY_CHAIN_ID } from './constants.js'
import { type ChainDeployment, DEPLOYMENTS, requireDeployment } from './registry.js'

/**
 * The primary chain for viem, with its half-second block time: without one, viem polls for receipts every four seconds.
 *
 * As shipped: after `overrideDeployment` use {@link viemChainFor}.
 *
 * @example
 * const publicClient = createPublicClient({ chain: primaryChain, transport: http() })
 */
export const primaryChain: Chain = /* @__PURE__ */ toViemChain(DEPLOYMENTS[PRIMARY_CHAIN_ID])

/**
 * A registry chain for viem. Honours `overrideDeployment`.
 *
 * @throws `UnknownChainError`
 * @example
 * const publicClient = createPublicClient({ chain: viemChainFor(84532), transport: http() })
 */
export function viemChainFor(chainId: number): Chain {
  return toViemChain(requireDeployment(chainId))
}

/**
 * How often to ask a chain for something new: half its block time, but not more than twice a second and not less than
 * every four seconds. Honours `overrideDeployment`.
 *
 * @returns Milliseconds, for viem's `pollingInterval`.
 * @throws `UnknownChainError`
 * @example
 * pollingIntervalFor(5042002) // 500
 */
export function pollingIntervalFor(chainId: number): number {
  return Math.min(Math.max(requireDeployment(chainId).blockTimeMs / 2, 500), 4_000)
}

function toViemChain(deployment: ChainDeployment | undefined): Chain {
  if (deployment === undefined) throw new Error('The registry lacks the primary chain.')
  const { id, name, nativeCurrency, blockTimeMs, rpcUrls, wsUrls, explorerUrl, explorerApi, multicall3 } = deployment
  return {
    id,
    name,
    nativeCurrency,
    blockTime: blockTimeMs,
    testnet: true,
    rpcUrls: { default: { http: rpcUrls, ...(wsUrls.length > 0 && { webSocket: wsUrls }) } },
    blockExplorers: {
      default: {
        name: `${name} explorer`,
        url: explorerUrl,
        ...(explorerApi !== undefined && { apiUrl: explorerApi }),
      },
    },
    contracts: { multicall3: { address: multicall3 } },
  }
}
