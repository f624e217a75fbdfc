import { encodeFunctionData, type Hash } from 'viem'
import { assertAmount } from '../chain/amount.js'
import { bridgeChainFacts, type HubChainName } from '../chain/bridgeChains.js'
import type { ClientPair } from '../chain/clients.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { callHubWallet, hubWalletAbi } from './internal/hubWallet.js'
import { assertHubChain } from './route.js'

/**
 * Begins to take money out of the Hub without the issuer's service: the first of two transactions, about seven days apart.
 * For the day on which the service is gone; a spend with `from` equal to `to` takes seconds.
 *
 * The amount stops counting in `hubBalance` at once. Called again it adds, and the wait restarts for all of it: after
 * `TransactionUnconfirmedError` look at `readHubWithdrawal` before.
 *
 * @returns Hash of the mined transaction.
 * @throws `CallRefusedError` with `errorName` `WithdrawalValueExceedsAvailableBalance`, before anything is sent;
 *   `WrongNetworkError`; before any request `UnknownBridgeChainError`, `InvalidInputError` and its subclasses; what every write
 *   throws.
 * @example
 * await initiateHubWithdrawal(clients, { chain: 'Arc_Testnet', amount: 5_000_000n })
 */
export async function initiateHubWithdrawal(
  clients: ClientPair,
  params: initiateHubWithdrawal.Parameters,
): Promise<Hash> {
  const { chain, amount } = params
  assertHubChain('chain', chain)
  assertAmount(amount)
  const data = encodeFunctionData({
    abi: hubWalletAbi,
    functionName: 'initiateWithdrawal',
    args: [bridgeChainFacts(chain).usdc, amount],
  })
  return callHubWallet(clients, chain, data, 'beginning to withdraw from the Hub', params)
}

export declare namespace initiateHubWithdrawal {
  type Parameters = WriteOptions & {
    /** The chain the clients are on. */
    chain: HubChainName
    /** USDC base units. */
    amount: bigint
  }
}
