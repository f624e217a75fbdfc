import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import { bridgeChainFacts, type HubChainName } from '../chain/bridgeChains.js'
import type { ReadClient } from '../chain/clients.js'
import { assertReads } from '../chain/network.js'
import { readView } from '../chain/readView.js'
import { HUB_WALLET } from './constants.js'
import { hubWalletAbi } from './internal/hubWallet.js'
import { assertHubChain } from './route.js'

/** The state of a withdrawal without the issuer's service. Amounts in USDC base units. */
export type HubWithdrawal = {
  /** On deposit by the chain's word, which is late on spends: the issuer burns some time after it mints. */
  available: bigint
  /** Set apart, on its way out. */
  withdrawing: bigint
  /** First block in which it can be paid out; 0n when nothing is set apart. */
  readyAtBlock: bigint
  /** Whether it can be paid out now. */
  isReady: boolean
}

/**
 * Reads the state of a withdrawal without the issuer's service from the chain alone.
 *
 * @param publicClient - Of the chain.
 * @throws `WrongNetworkError`, `ChainUnavailableError`; before any request `UnknownBridgeChainError`, `InvalidInputError`
 *   and its subclasses.
 * @example
 * const { withdrawing, readyAtBlock } = await readHubWithdrawal(publicClient, { chain: 'Arc_Testnet', depositor: sender })
 */
export async function readHubWithdrawal(
  publicClient: ReadClient,
  params: { chain: HubChainName; depositor: Address },
): Promise<HubWithdrawal> {
  const { chain } = params
  assertHubChain('chain', chain)
  const depositor = parseParty('depositor', params.depositor)
  const { chainId, usdc } = bridgeChainFacts(chain)
  await assertReads(publicClient, chainId)
  const ask = (functionName: 'availableBalance' | 'withdrawingBalance' | 'withdrawableBalance' | 'withdrawalBlock') =>
    readView<bigint>(publicClient, `reading the ${functionName} of ${depositor}`, {
      address: HUB_WALLET,
      abi: hubWalletAbi,
      functionName,
      args: [usdc, depositor],
    })
  const [available, withdrawing, withdrawable, readyAtBlock] = await Promise.all([
    ask('availableBalance'),
    ask('withdrawingBalance'),
    ask('withdrawableBalance'),
    ask('withdrawalBlock'),
  ])
  return { available, withdrawing, readyAtBlock: withdrawing === 0n ? 0n : readyAtBlock, isReady: withdrawable > 0n }
}
