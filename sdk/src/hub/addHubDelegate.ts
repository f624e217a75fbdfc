import { type Address, encodeFunctionData, type Hash } from 'viem'
import { parseParty } from '../chain/address.js'
import { bridgeChainFacts, type HubChainName } from '../chain/bridgeChains.js'
import type { ClientPair } from '../chain/clients.js'
import { assertChain } from '../chain/network.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { guardPayment } from '../risk/guardPayment.js'
import type { PaymentGuardOptions } from '../risk/PaymentGuardOptions.js'
import { callHubWallet, hubWalletAbi } from './internal/hubWallet.js'
import { readHubWithdrawal } from './readHubWithdrawal.js'
import { assertHubChain } from './route.js'

/**
 * Lets another account sign spends of the connected account's Hub balance on one chain: all of it, to any recipient, until
 * `removeHubDelegate`. The delegate passes `depositor` to `spendFromHub`.
 *
 * The delegate passes the firewall first, as the payee of what is on deposit there.
 *
 * @returns Hash of the mined transaction.
 * @throws `RiskBlockedError`, `WrongNetworkError`, `ChainUnavailableError`; `CallRefusedError` with `errorName`
 *   `CannotDelegateToSelf`; before any request `UnknownBridgeChainError`, `InvalidInputError` and its subclasses; what every write
 *   throws.
 * @example
 * await addHubDelegate(clients, { chain: 'Arc_Testnet', delegate: recipient })
 */
export async function addHubDelegate(clients: ClientPair, params: addHubDelegate.Parameters): Promise<Hash> {
  const { chain } = params
  assertHubChain('chain', chain)
  const delegate = parseParty('delegate', params.delegate)
  const { address: depositor } = requireAccount(clients.walletClient)
  const { chainId, usdc } = bridgeChainFacts(chain)
  await assertChain(clients, chainId)
  const { available } = await readHubWithdrawal(clients.publicClient, { chain, depositor })
  await guardPayment(
    { payer: depositor, payee: delegate, amount: available, chains: [{ chainId, client: clients.publicClient }] },
    { ...params, checkOptions: { signal: params.signal, ...params.checkOptions } },
  )
  const data = encodeFunctionData({ abi: hubWalletAbi, functionName: 'addDelegate', args: [usdc, delegate] })
  return callHubWallet(clients, chain, data, 'adding a delegate to the Hub', params)
}

export declare namespace addHubDelegate {
  type Parameters = WriteOptions &
    PaymentGuardOptions & {
      /** The chain the clients are on. */
      chain: HubChainName
      delegate: Address
    }
}
