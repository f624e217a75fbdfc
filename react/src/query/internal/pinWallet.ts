import type { ClientPair } from '@holdfast/sdk/chain'
import { MissingAccountError, type ServiceError, WrongNetworkError } from '@holdfast/sdk/errors'
import { type Address, UserRejectedRequestError } from 'viem'
import { getConnection } from 'wagmi/actions'
import type { Config } from '../types.js'

/** The wallet with which a write began. */
type Pin = { account: Address; chainId: number; connector: string }

/**
 * Makes a wallet that is no longer asked once the person has changed its account, its chain, or the wallet itself: a write of
 * several steps would otherwise continue with an account or chain that the person has not reviewed.
 *
 * @returns The wallet, and `left`: why it was not asked; undefined until then.
 */
export function pinWallet(
  config: Config,
  wallet: ClientPair['walletClient'],
  pin: Pin,
): { wallet: ClientPair['walletClient']; left: () => ServiceError | undefined } {
  let left: ServiceError | undefined
  const request = (asked: { method: string }, options?: unknown): Promise<unknown> => {
    if (prompts.test(asked.method)) left ??= driftOf(config, pin)
    // The library reads this error as: not asked, and nothing sent.
    if (left !== undefined) return Promise.reject(new UserRejectedRequestError(left))
    // The type of a client's request lists methods; what is asked is passed on.
    return (wallet.request as typeof request)(asked, options)
  }
  // The same client: its actions are functions that take it.
  return { wallet: { ...wallet, request } as ClientPair['walletClient'], left: () => left }
}

/** Methods that a person confirms. */
const prompts = /^(eth_sendTransaction|eth_sign\w*|personal_sign|wallet_sendCalls|wallet_sendTransaction)$/

function driftOf(config: Config, pin: Pin): ServiceError | undefined {
  const { address, chainId, connector } = getConnection(config)
  if (address?.toLowerCase() !== pin.account.toLowerCase() || connector?.uid !== pin.connector)
    return new MissingAccountError()
  return chainId === pin.chainId ? undefined : new WrongNetworkError(pin.chainId, chainId ?? 0)
}
