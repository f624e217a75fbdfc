import { encodeFunctionData, type Hash } from 'viem'
import { bridgeChainFacts, type HubChainName } from '../chain/bridgeChains.js'
import type { ClientPair } from '../chain/clients.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { callHubWallet, hubWalletAbi } from './internal/hubWallet.js'
import { assertHubChain } from './route.js'

/**
 * Pays out what `initiateHubWithdrawal` set apart, once its time has come; all of it, to the connected account.
 *
 * @returns Hash of the mined transaction.
 * @throws `CallRefusedError` with `errorName` `WithdrawalNotYetAvailable` or `NoWithdrawingBalance`, before anything is
 *   sent; `WrongNetworkError`; before any request `UnknownBridgeChainError`, `InvalidInputError`; what every write throws.
 * @example
 * const { isReady } = await readHubWithdrawal(publicClient, { chain: 'Arc_Testnet', depositor: sender })
 * if (isReady) await completeHubWithdrawal(clients, { chain: 'Arc_Testnet' })
 */
export async function completeHubWithdrawal(
  clients: ClientPair,
  params: completeHubWithdrawal.Parameters,
): Promise<Hash> {
  const { chain } = params
  assertHubChain('chain', chain)
  const data = encodeFunctionData({
    abi: hubWalletAbi,
    functionName: 'withdraw',
    args: [bridgeChainFacts(chain).usdc],
  })
  return callHubWallet(clients, chain, data, 'withdrawing from the Hub', params)
}

export declare namespace completeHubWithdrawal {
  type Parameters = WriteOptions & {
    /** The chain the clients are on. */
    chain: HubChainName
  }
}
