import { arcTestnetChain, bridgeChains, chains, deployments, issuerContracts } from '@holdfast/contracts'
import type { Address } from 'viem'
import { lowerCase } from './lowerCase.js'

/** What the decoder knows of a chain. Addresses in lower case. */
export type ChainFacts = {
  readonly chainId: number
  /** Undefined on a chain without the issuer's USDC. */
  readonly usdc: Address | undefined
  /** Whether the chain's coin is USDC, too. */
  readonly isCoinUsdc: boolean
  /** The implementation that boxes of our factory delegate to. */
  readonly boxImplementation: Address | undefined
  /** Contracts that pass calls and value on to what their calldata names. */
  readonly forwarders: ReadonlySet<string>
  /** Known contracts: where one is an argument of a call, it is not taken for a payee. */
  readonly contracts: ReadonlySet<string>
}

/** The facts of a chain; for an unknown chain, only those that are the same on every chain. */
export function factsOf(chainId: number): ChainFacts {
  const known = cache.get(chainId)
  if (known) return known
  const { permit, multicall3 } = arcTestnetChain
  const row = Object.values(bridgeChains).find((one) => one.chainId === chainId)
  const chain = chains.find(({ id }) => id === chainId)
  const forwarders = [multicall3, chain?.memo, chain?.multicall3From]
  const ours = Object.entries(deployments).find(([id]) => id === String(chainId))?.[1]
  const tokens = chain?.tokens.map(({ address }) => address) ?? [row?.usdc]
  const facts = {
    chainId,
    usdc: row && lowerCase(row.usdc),
    isCoinUsdc: chain?.nativeCurrency.symbol === 'USDC',
    boxImplementation: ours?.spendPolicyAccountImpl,
    forwarders: lower(forwarders),
    contracts: lower([
      ...forwarders,
      permit,
      ...tokens,
      ...Object.values(ours ?? {}),
      ...Object.values(issuerContracts),
    ]),
  }
  // Unknown chains are not cached: a caller could name any number of them.
  if (row) cache.set(chainId, facts)
  return facts
}

const cache = new Map<number, ChainFacts>()

function lower(addresses: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(addresses.flatMap((one) => (one === undefined ? [] : [one.toLowerCase()])))
}
