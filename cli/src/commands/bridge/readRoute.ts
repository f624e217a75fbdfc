import { BRIDGE_CHAINS, type BridgeChain, type BridgeChainName } from '@holdfast/sdk/chain'
import { chooseBridgeChain } from '../../chain/chooseBridgeChain.js'
import type { OptionsOf } from '../../command/Command.js'
import type { Settings } from '../../settings/settings.js'
import type { fromOption, routeOptions } from './routeOptions.js'

/** From where to where, as typed. */
export type Route = { from: BridgeChainName; to: BridgeChainName; source: BridgeChain; destination: BridgeChain }

/** The chains of `--from` and `--to`. */
export function readRoute(settings: Settings, options: OptionsOf<typeof routeOptions>): Route {
  const from = readSource(settings, options)
  const to = chooseBridgeChain('--to', options.to)
  return { from, to, source: BRIDGE_CHAINS[from], destination: BRIDGE_CHAINS[to] }
}

/** The chain of `--from`, else that of the settings. */
export function readSource({ chain }: Settings, { from }: OptionsOf<readonly [typeof fromOption]>): BridgeChainName {
  return from === undefined ? chooseBridgeChain('--chain', chain.value) : chooseBridgeChain('--from', from)
}
