import { type Hash, type Hex, parseAbi } from 'viem'
import { bridgeChainFacts, bridgeWriteChain, type HubChainName } from '../../chain/bridgeChains.js'
import type { ClientPair } from '../../chain/clients.js'
import { assertChain } from '../../chain/network.js'
import { execute, type WriteOptions } from '../../chain/transaction/execute.js'
import { HUB_WALLET } from '../constants.js'

/** What the library calls of the Hub's wallet contract, and the errors that can come back. */
export const hubWalletAbi = parseAbi([
  'function deposit(address token, uint256 value)',
  'function isTokenSupported(address token) view returns (bool)',
  'function initiateWithdrawal(address token, uint256 value)',
  'function withdraw(address token)',
  'function availableBalance(address token, address depositor) view returns (uint256)',
  'function withdrawingBalance(address token, address depositor) view returns (uint256)',
  'function withdrawableBalance(address token, address depositor) view returns (uint256)',
  'function withdrawalBlock(address token, address depositor) view returns (uint256)',
  'function addDelegate(address token, address delegate)',
  'function removeDelegate(address token, address delegate)',
  'function isAuthorizedForBalance(address token, address depositor, address addr) view returns (bool)',
  'error DepositValueMustBePositive()',
  'error UnsupportedToken(address token)',
  'error AccountDenylisted(address account)',
  'error EnforcedPause()',
  'error CannotDelegateToSelf()',
  'error WithdrawalValueMustBePositive()',
  'error WithdrawalValueExceedsAvailableBalance()',
  'error NoWithdrawingBalance()',
  'error WithdrawalNotYetAvailable()',
])

/** Makes one call of the Hub's wallet contract, on the chain that is meant. */
export async function callHubWallet(
  clients: ClientPair,
  chain: HubChainName,
  data: Hex,
  attempted: string,
  options: WriteOptions,
): Promise<Hash> {
  await assertChain(clients, bridgeChainFacts(chain).chainId)
  const call = { to: HUB_WALLET, abi: hubWalletAbi, attempted, data }
  return (await execute(clients, bridgeWriteChain(chain), call, options)).transactionHash
}
