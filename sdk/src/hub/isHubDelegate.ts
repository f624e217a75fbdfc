import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import { bridgeChainFacts, type HubChainName } from '../chain/bridgeChains.js'
import type { ReadClient } from '../chain/clients.js'
import { assertReads } from '../chain/network.js'
import { readView } from '../chain/readView.js'
import { HUB_WALLET } from './constants.js'
import { hubWalletAbi } from './internal/hubWallet.js'
import { assertHubChain } from './route.js'

/**
 * Whether an account may sign spends of a depositor's Hub balance on one chain: as a delegate, or as the depositor.
 *
 * @param publicClient - Of the chain.
 * @throws `WrongNetworkError`, `ChainUnavailableError`; before any request `UnknownBridgeChainError`, `InvalidInputError`
 *   and its subclasses.
 * @example
 * const isAllowed = await isHubDelegate(publicClient, { chain: 'Arc_Testnet', depositor: sender, delegate: recipient })
 */
export async function isHubDelegate(
  publicClient: ReadClient,
  params: { chain: HubChainName; depositor: Address; delegate: Address },
): Promise<boolean> {
  const { chain } = params
  assertHubChain('chain', chain)
  const [depositor, delegate] = [parseParty('depositor', params.depositor), parseParty('delegate', params.delegate)]
  const { chainId, usdc } = bridgeChainFacts(chain)
  await assertReads(publicClient, chainId)
  return readView<boolean>(publicClient, 'asking the Hub for a delegate', {
    address: HUB_WALLET,
    abi: hubWalletAbi,
    functionName: 'isAuthorizedForBalance',
    args: [usdc, depositor, delegate],
  })
}
