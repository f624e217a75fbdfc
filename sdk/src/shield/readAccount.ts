import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import { type BoxOptions, readBox } from './internal/readBox.js'
import type { AccountState, SpendMode } from './types.js'

/**
 * Reads a box from the chain, in one request and of one block, without logs: what a co-signer goes by.
 *
 * A box proves itself: its address follows from its code. A contract that imitates a box's getters, or carries the code of
 * another box, is not believed.
 *
 * @throws {@link NotABoxError} with reason `undeployed` or `foreign`; `InvalidAddressError` before any request;
 *   `UnknownChainError`, `WrongNetworkError`, `ChainUnavailableError`.
 * @example
 * const { remaining, nonce } = await readAccount(publicClient, box)
 */
export async function readAccount(
  publicClient: ReadClient,
  account: Address,
  options: BoxOptions = {},
): Promise<AccountState> {
  const { nonce, spent, remaining, policy, pullCap, lastPull } = await readBox(
    publicClient,
    parseParty('account', account),
    options,
  )
  const { token, target, expiry, interval, mode } = policy
  // The contract knows no other mode.
  const terms = { token, target, perPullMax: pullCap, expiry, interval, mode: mode as SpendMode }
  return { nonce, spent, remaining, lastPull, ...terms }
}
