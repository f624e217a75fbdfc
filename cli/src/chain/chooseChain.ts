import { type ChainDeployment, DEPLOYMENTS, deployedChainIds, deploymentFor } from '@holdfast/sdk/chain'
import { usageFailure } from '../failure/CommandFailure.js'

/** The chain a setting names: by id, or by its name or short name in any case. */
export function chooseChain(name: string): ChainDeployment {
  const known = deployedChainIds().flatMap((id) => DEPLOYMENTS[id] ?? [])
  const wanted = name
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
  const found = known.find(
    ({ id, name: full, shortName }) => String(id) === wanted || full.toLowerCase() === wanted || shortName === wanted,
  )
  const deployment = found && deploymentFor(found.id)
  if (deployment === undefined)
    throw usageFailure('unknown_chain', `\`${name}\` is no chain that holdfast works on.`, [
      `Known are ${known.map(({ id, name: full }) => `${full} (${id})`).join(', ')}.`,
    ])
  return deployment
}
