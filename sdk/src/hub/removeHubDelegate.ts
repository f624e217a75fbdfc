import { type Address, encodeFunctionData, type Hash } from 'viem'
import { parseParty } from '../chain/address.js'
import { bridgeChainFacts, type HubChainName } from '../chain/bridgeChains.js'
import type { ClientPair } from '../chain/clients.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { callHubWallet, hubWalletAbi } from './internal/hubWallet.js'
import { assertHubChain } from './route.js'

/**
 * Takes back what `addHubDelegate` allowed. A spend that was signed and accepted before is still carried out.
 *
 * @returns Hash of the mined transaction. Removing an account that is not a delegate changes nothing.
 * @throws `WrongNetworkError`; before any request `UnknownBridgeChainError`, `InvalidInputError` and its subclasses; what every
 *   write throws.
 * @example
 * await removeHubDelegate(clients, { chain: 'Arc_Testnet', delegate: recipient })
 */
export async function removeHubDelegate(clients: ClientPair, params: removeHubDelegate.Parameters): Promise<Hash> {
  const { chain } = params
  assertHubChain('chain', chain)
  const args = [bridgeChainFacts(chain).usdc, parseParty('delegate', params.delegate)] as const
  const data = encodeFunctionData({ abi: hubWalletAbi, functionName: 'removeDelegate', args })
  return callHubWallet(clients, chain, data, 'removing a delegate from the Hub', params)
}

export declare namespace removeHubDelegate {
  type Parameters = WriteOptions & {
    /** The chain the clients are on. */
    chain: HubChainName
    delegate: Address
  }
}
