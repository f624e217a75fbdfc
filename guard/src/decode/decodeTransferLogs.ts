import type { Address } from 'viem'
import { movementsOf, readTransferLogs } from './internal/transferLogs.js'
import type { Movement } from './types.js'

/**
 * What a simulation says was moved: its ERC-20 `Transfer` events that take from an account. They catch what no calldata
 * shows. Native value is reported the same way, here as `native`: by `eth_simulateV1` with `traceTransfers` under an address of
 * its own, and by EIP-7708, as on Arc, from the system's address. Where both report a payee, the system's logs count alone:
 * they hold every movement of the coin.
 *
 * @param logs - From a node, in any shape: what is not a `Transfer` of an amount, or of nothing, or to the account itself, is
 * left out.
 * @param from - Whose money is looked at.
 * @param chainId - Where it is simulated.
 * @example
 * const movements = decodeTransferLogs([], sender, 5042002)
 */
export function decodeTransferLogs(logs: unknown, from: Address, chainId: number): readonly Movement[] {
  const own = from.toLowerCase()
  return movementsOf(
    readTransferLogs(logs).filter(({ payer }) => payer === own),
    chainId,
  )
}
