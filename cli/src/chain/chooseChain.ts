import {
  BRIDGE_CHAINS,
  type BridgeChainName,
  type ChainDeployment,
  chainLabel,
  DEPLOYMENTS,
  deployedChainIds,
  deploymentFor,
} from '@holdfast/sdk/chain'
import { usageFailure } from '../failure/CommandFailure.js'

/** The chain a setting names, which must be one that our contracts are deployed on. */
export function chooseChain(name: string): ChainDeployment {
  const found = findChain(name)
  const deployment = found && deploymentFor(BRIDGE_CHAINS[found].chainId)
  if (deployment === undefined) {
    const known = deployedChainIds().flatMap((id) => DEPLOYMENTS[id] ?? [])
    throw usageFailure('unknown_chain', `\`${name}\` is not a chain that holdfast supports.`, [
      `Known are ${known.map(({ id, name: full }) => `${full} (${id})`).join(', ')}.`,
    ])
  }
  return deployment
}

/**
 * One of the chains between which the Bridge moves USDC, as typed.
 *
 * @param name - What it is, for the message: `--to`.
 */
export function chooseBridgeChain(name: string, typed: string | undefined): BridgeChainName {
  if (typed === undefined) throw usageFailure('missing_chain', `${name} is missing.`)
  const found = findChain(typed)
  if (found === undefined)
    throw usageFailure('unknown_chain', `${name} is not a chain of the Bridge: ${typed.slice(0, 80)}`, [
      `Known are ${Object.keys(BRIDGE_CHAINS).join(', ')}.`,
    ])
  return found
}

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

/** The chains of the Bridge and of the Hub. */
// Object.keys types the names as text, and the table has no others.
export const BRIDGE_CHAIN_NAMES = Object.keys(BRIDGE_CHAINS) as readonly BridgeChainName[]
