import { BRIDGE_CHAINS, type BridgeChainName } from '@holdfast/sdk/chain'
import { usageFailure } from '../failure/CommandFailure.js'
import { findChain } from './findChain.js'

/**
 * One of the chains between which the Bridge moves USDC, as typed.
 *
 * @param name - What it is, for the message: `--to`.
 */
export function chooseBridgeChain(name: string, typed: string | true | undefined): BridgeChainName {
  if (typeof typed !== 'string') throw usageFailure('missing_chain', `${name} is missing.`)
  const found = findChain(typed)
  if (found === undefined)
    throw usageFailure('unknown_chain', `${name} is no chain of the Bridge: ${typed.slice(0, 80)}`, [
      `Known are ${Object.keys(BRIDGE_CHAINS).join(', ')}.`,
    ])
  return found
}
