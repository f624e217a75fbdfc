import { BRIDGE_CHAINS, type BridgeChainName } from '@holdfast/sdk/chain'

/** The chains of the Bridge and of the Hub. */
// Object.keys types the names as text, and the table has no others.
export const BRIDGE_CHAIN_NAMES = Object.keys(BRIDGE_CHAINS) as readonly BridgeChainName[]
