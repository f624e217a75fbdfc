import { BRIDGE_CHAINS, type BridgeChainName, type ReadClient } from '@holdfast/sdk/chain'
import type { Config } from '../types.js'
import { findReader } from './clients.js'

/** Reads the chain where money arrives, where the application's configuration has it: then the mint is checked on chain. */
export function destinationOf(config: Config, name: BridgeChainName): { destinationClient?: ReadClient } {
  const destinationClient = Object.hasOwn(BRIDGE_CHAINS, name)
    ? findReader(config, BRIDGE_CHAINS[name].chainId)
    : undefined
  return destinationClient ? { destinationClient } : {}
}
