import {
  arcTestnetChain,
  type Chain,
  type ContractAddresses,
  chains,
  type DeployBlocks,
  deployments,
  type Endpoints,
} from '@holdfast/contracts'
import type { Address } from 'viem'
import { UnknownChainError } from '../errors/chain.js'

/** What the library knows of one chain: facts, endpoints and the addresses of our contracts. */
export type ChainDeployment = Omit<Chain, 'usdc' | 'endpoints'> &
  Endpoints &
  ContractAddresses & {
    /** Address of the chain's USDC. */
    usdc: Address
    /** EIP-712 domain of the chain's USDC; its name differs between chains. */
    usdcDomain: Chain['usdc']['domain']
  }

/** What an application may replace at run time, endpoints first of all. */
export type DeploymentOverride = Partial<Endpoints> & {
  deployBlocks?: Partial<DeployBlocks> | undefined
  logRangeBlocks?: number | undefined
  /** For a chain that runs faster or slower than the real one. */
  blockTimeMs?: number | undefined
}

const overrides = new Map<number, DeploymentOverride>()

/** Every chain that the library supports, by chain id, as shipped: overrides do not show here. */
export const DEPLOYMENTS: Readonly<Record<number, ChainDeployment>> = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ chains.map((chain) => [chain.id, toDeployment(chain)]),
)

/** Read endpoints of the primary chain, in the order in which they are tried. */
export const RPC_URLS: readonly string[] = arcTestnetChain.endpoints.rpcUrls

/** Endpoints of the primary chain that accept the methods a signing wallet needs. */
export const SIGNING_RPC_URLS: readonly string[] = arcTestnetChain.endpoints.signingRpcUrls

/**
 * Looks a chain up.
 *
 * @returns The entry with the application's overrides applied, or `undefined` on a chain the library does not know:
 *   branch on it before offering a feature.
 * @example
 * const deployment = deploymentFor(5042002)
 * if (deployment) console.log(deployment.usdc, deployment.rpcUrls)
 */
export function deploymentFor(chainId: number): ChainDeployment | undefined {
  // Callers without types pass anything: a text may be a key of every object, and no override has it.
  const shipped = typeof chainId === 'number' ? DEPLOYMENTS[chainId] : undefined
  if (shipped === undefined) return undefined
  const { deployBlocks, ...rest } = overrides.get(chainId) ?? {}
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { ...shipped, ...given, deployBlocks: { ...shipped.deployBlocks, ...deployBlocks } }
}

/**
 * The entry of a chain that must be known.
 *
 * @throws {@link UnknownChainError} on any other chain.
 * @example
 * const { usdc, transferContract } = requireDeployment(84532)
 */
export function requireDeployment(chainId: number): ChainDeployment {
  const deployment = deploymentFor(chainId)
  if (deployment === undefined) throw new UnknownChainError(chainId, deployedChainIds())
  return deployment
}

/** Ids of every chain that the library supports, the primary chain first. */
export function deployedChainIds(): number[] {
  return chains.map(({ id }) => id)
}

/**
 * Replaces endpoints, log range or deploy blocks of a known chain for this process, for your own node or a devnet.
 *
 * Called again for the same chain it adds to what was replaced before.
 *
 * @returns A function that restores what was set before the call.
 * @throws {@link UnknownChainError} when the registry has no such chain.
 * @example
 * const restore = overrideDeployment(5042002, { rpcUrls: ['http://127.0.0.1:8545/primary/rpc'] })
 */
export function overrideDeployment(chainId: number, override: DeploymentOverride): () => void {
  requireDeployment(chainId)
  const before = overrides.get(chainId)
  overrides.set(chainId, {
    ...before,
    ...override,
    deployBlocks: { ...before?.deployBlocks, ...override.deployBlocks },
  })
  return () => {
    if (before === undefined) overrides.delete(chainId)
    else overrides.set(chainId, before)
  }
}

function toDeployment({ usdc, endpoints, ...facts }: Chain): ChainDeployment {
  // Typed by the known ids; `undefined` for another one is refused below.
  const contracts = (deployments as Record<number, ContractAddresses>)[facts.id]
  if (contracts === undefined) throw new UnknownChainError(facts.id, Object.keys(deployments).map(Number))
  return { ...facts, ...endpoints, ...contracts, usdc: usdc.address, usdcDomain: usdc.domain }
}

/** What a write needs to know of its chain: an entry of the registry has it, and so has a chain that only the Bridge serves. */
export type WriteChain = Pick<ChainDeployment, 'id' | 'blockTimeMs' | 'minFeePerGas'> & {
  /** Percent of the node's estimate that a transaction carries. Default: 125. */
  gasEstimatePercent?: bigint | undefined
}
