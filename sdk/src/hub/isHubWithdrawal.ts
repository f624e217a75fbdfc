import type { BridgeChainName } from '../chain/bridgeChains.js'

/**
 * Whether a spend takes money out of the Hub where it is held: the balance is debited and minted back on the same chain, at
 * once and for less than a spend to another chain.
 *
 * @example
 * isHubWithdrawal({ from: 'Arc_Testnet', to: 'Arc_Testnet' }) // true
 */
export function isHubWithdrawal({ from, to }: { from: BridgeChainName; to: BridgeChainName }): boolean {
  return from === to
}
