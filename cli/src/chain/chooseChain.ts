import { BRIDGE_CHAINS, type ChainDeployment, DEPLOYMENTS, deployedChainIds, deploymentFor } from '@holdfast/sdk/chain'
import { usageFailure } from '../failure/CommandFailure.js'
import { findChain } from './findChain.js'

/** The chain a setting names, which must be one that our contracts are deployed on. */
export function chooseChain(name: string): ChainDeployment {
  const found = findChain(name)
  const deployment = found && deploymentFor(BRIDGE_CHAINS[found].chainId)
  if (deployment === undefined) {
    const known = deployedChainIds().flatMap((id) => DEPLOYMENTS[id] ?? [])
    throw usageFailure('unknown_chain', `\`${name}\` is no chain that holdfast works on.`, [
      `Known are ${known.map(({ id, name: full }) => `${full} (${id})`).join(', ')}.`,
    ])
  }
  return deployment
}
