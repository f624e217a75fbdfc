import { BRIDGE_CHAINS, type BridgeChainName, type ReadClient } from '@holdfast/sdk/chain'
import type { Config } from '../types.js'
import { findReader } from './clients.js'

/** A client of the chain where money arrives, if the application's configuration has one. With it the mint is checked on chain. */
export function destinationOf(config: Config, name: BridgeChainName): { destinationClient?: ReadClient } {
  const destinationClient = Object.hasOwn(BRIDGE_CHAINS, name)
    ? findReader(config, BRIDGE_CHAINS[name].chainId)
    : undefined
  return destinationClient ? { destinationClient } : {}
}
