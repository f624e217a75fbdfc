import { type BridgeChainFacts, bridgeChains } from '@holdfast/contracts'
import type { Address, Hash } from 'viem'
import { UnknownBridgeChainError } from '../errors/chain.js'
import { textOf } from '../errors/textOf.js'
import { deploymentFor, type WriteChain } from './registry.js'

/** Name of one of the chains between which the issuer's Bridge moves USDC. */
export type BridgeChainName = keyof typeof bridgeChains

/** Name of a bridge chain that the issuer's Hub serves as well. */
export type HubChainName = {
  [name in BridgeChainName]: (typeof bridgeChains)[name]['isHubChain'] extends true ? name : never
}[BridgeChainName]

/** One chain of the Bridge. */
export type BridgeChain = {
  /** The chain's number in the issuer's Bridge and Hub: not a chain id. */
  readonly domain: number
  readonly chainId: number
  /** The chain's own USDC. The same ticker is a different contract on each chain. */
  readonly usdc: Address
  /** `usdc` only where gas is paid from the same USDC balance. */
  readonly gasToken?: 'usdc' | undefined
  /** Public endpoints, for clients of one's own. */
  readonly rpcUrls: readonly string[]
  readonly nativeCurrency: BridgeChainFacts['nativeCurrency']
  readonly blockTimeMs: number
  /** Most gas of an approval and of a burn there; `floors` where nodes estimate too little. */
  readonly gas: BridgeChainFacts['gas']
}

/** The issuer's testnets by name, as shipped. */
export const BRIDGE_CHAINS: Readonly<Record<BridgeChainName, BridgeChain>> = /* @__PURE__ */ recordOf(toBridgeChain)

/** Names of the chains that the issuer's Hub serves as well. */
export const HUB_CHAIN_NAMES: readonly HubChainName[] = /* @__PURE__ */ namesOf().filter(isHubChain)

/**
 * What is known of a chain, by its name.
 *
 * @throws {@link UnknownBridgeChainError} on any other name.
 */
export function bridgeChainFacts(name: BridgeChainName): BridgeChainFacts {
  if (!isKnown(name)) throw new UnknownBridgeChainError(name, namesOf())
  return bridgeChains[name]
}

/**
 * What a write on a bridge chain must know of it. Honours `overrideDeployment`.
 *
 * @throws {@link UnknownBridgeChainError}
 */
export function bridgeWriteChain(name: BridgeChainName): WriteChain {
  const { chainId, blockTimeMs, minFeePerGas, gas } = bridgeChainFacts(name)
  const chain = deploymentFor(chainId) ?? { id: chainId, blockTimeMs, minFeePerGas }
  return { ...chain, gasEstimatePercent: gas.estimatePercent }
}

/**
 * The chain's name for people.
 *
 * @throws {@link UnknownBridgeChainError}
 * @example
 * chainLabel('Base_Sepolia') // 'Base Sepolia'
 */
export function chainLabel(name: BridgeChainName): string {
  return bridgeChainFacts(name).name
}

/**
 * Where a person can look at a transaction of a bridge chain. Honours `overrideDeployment`.
 *
 * @returns `undefined` on a chain whose explorer is not known.
 * @example
 * chainExplorerTxUrl('Polygon_Amoy', txHash) // 'https://amoy.polygonscan.com/tx/0x…'
 */
export function chainExplorerTxUrl(chain: BridgeChainName, txHash: Hash): string | undefined {
  if (!isKnown(chain)) return undefined
  const { chainId, explorerUrl } = bridgeChainFacts(chain)
  return `${(deploymentFor(chainId)?.explorerUrl ?? explorerUrl).replace(/\/+$/, '')}/tx/${txHash}`
}

/**
 * Looks a bridge chain up by its chain id.
 *
 * @returns `undefined` when the Bridge does not serve the chain: branch on it before offering the feature.
 * @example
 * bridgeChainByChainId(84532) // 'Base_Sepolia'
 */
export function bridgeChainByChainId(chainId: number): BridgeChainName | undefined {
  return namesOf().find((name) => bridgeChains[name].chainId === chainId)
}

/**
 * Looks a bridge chain up by its domain.
 *
 * @throws {@link UnknownBridgeChainError}
 */
export function bridgeChainByDomain(domain: number): BridgeChainName {
  const found = namesOf().find((name) => bridgeChains[name].domain === domain)
  if (found === undefined) throw new UnknownBridgeChainError(`domain ${textOf(domain)}`, namesOf())
  return found
}

/**
 * Whether the issuer's Hub serves a chain.
 *
 * @example
 * isHubChain('Linea_Sepolia') // false
 */
export function isHubChain(name: BridgeChainName): name is HubChainName {
  return isKnown(name) && bridgeChains[name].isHubChain
}

/** Callers without types pass anything. */
function isKnown(name: unknown): boolean {
  return Object.hasOwn(bridgeChains, textOf(name))
}

/** A value for each chain. */
function recordOf<value>(make: (name: BridgeChainName) => value): Record<BridgeChainName, value> {
  // `fromEntries` types names as text.
  return Object.fromEntries(namesOf().map((name) => [name, make(name)])) as Record<BridgeChainName, value>
}

function toBridgeChain(name: BridgeChainName): BridgeChain {
  const { domain, chainId, usdc, gasIsUsdc, rpcUrls, nativeCurrency, blockTimeMs, gas } = bridgeChainFacts(name)
  return {
    domain,
    chainId,
    usdc,
    ...(gasIsUsdc && { gasToken: 'usdc' }),
    rpcUrls,
    nativeCurrency,
    blockTimeMs,
    gas,
  }
}

function namesOf(): BridgeChainName[] {
  // The keys of a table that only this module fills.
  return Object.keys(bridgeChains) as BridgeChainName[]
}
