import { BRIDGE_CHAINS, type BridgeChainName, chainLabel, DEPLOYMENTS } from '@holdfast/sdk/chain'
import { BRIDGE_CHAIN_NAMES } from './bridgeChainNames.js'

/** The chain that a text names: by id, or by its name or short name in any case. */
export function findChain(typed: string): BridgeChainName | undefined {
  const wanted = normal(typed)
  return BRIDGE_CHAIN_NAMES.find((name) => {
    const { chainId } = BRIDGE_CHAINS[name]
    const { shortName = '' } = DEPLOYMENTS[chainId] ?? {}
    return [`${chainId}`, name, chainLabel(name), shortName].some((one) => normal(one) === wanted)
  })
}

function normal(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[-_\s]+/g, ' ')
}
