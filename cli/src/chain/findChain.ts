import { BRIDGE_CHAINS, type BridgeChainName, chainLabel, DEPLOYMENTS } from '@holdfast/sdk/chain'

/** The chain that somebody means: by id, or by its name or short name in any case. */
export function findChain(typed: string): BridgeChainName | undefined {
  const wanted = normal(typed)
  const names = Object.keys(BRIDGE_CHAINS) as BridgeChainName[]
  return names.find((name) => {
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
