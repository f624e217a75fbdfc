import { type BridgeChainName, chainLabel } from '@holdfast/sdk/chain'
import { HUB_CHAIN_NAMES, type HubChainName, isHubChain } from '@holdfast/sdk/hub'
import { usageFailure } from '../../failure/CommandFailure.js'

/** A chain that the Hub serves. @throws CommandFailure */
export function requireHubChain(name: BridgeChainName): HubChainName {
  if (isHubChain(name)) return name
  throw usageFailure('not_a_hub_chain', `The Hub does not serve ${chainLabel(name)}.`, [
    `It serves ${HUB_CHAIN_NAMES.join(', ')}.`,
  ])
}
