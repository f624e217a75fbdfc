import { type Address, type Hex, isAddressEqual } from 'viem'
import { parseParty } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import { deploymentOf } from '../chain/network.js'
import { type BoxOptions, balanceView, readBox } from './internal/readBox.js'
import type { AccountState, EphemeralPolicy, SpendMode } from './types.js'

/**
 * Reads everything a box says of itself, and what it holds, of one block where its token is the chain's
 * USDC. Like `readAccount` it believes no contract that only imitates a box.
 *
 * Its terms are those of its creator, not those expected: money belongs only into a box whose policy was compared.
 *
 * @throws `NotABoxError`; `InvalidAddressError` before any request; `UnknownChainError`, `WrongNetworkError`,
 *   `ChainUnavailableError`.
 * @example
 * const { ownerHash, cosigner, balance } = await getBox(publicClient, box)
 */
export async function getBox(publicClient: ReadClient, account: Address, maker: BoxOptions = {}): Promise<BoxDetails> {
  const address = parseParty('account', account)
  const { usdc } = await deploymentOf(publicClient)
  const look = (token: Address) => readBox(publicClient, address, { ...maker, also: [balanceView(token, address)] })
  const first = await look(usdc)
  const { token } = first.policy
  const box = isAddressEqual(token, usdc) ? first : await look(token)
  // The view asked along is of a balance.
  const [balance = null] = box.also as (bigint | undefined)[]
  const { ownerHash, policy, nonce, spent, remaining, pullCap, lastPull, now } = box
  const { cosigner, vaultHash, target, maxAmount, expiry, interval, mode } = policy
  return {
    account: address,
    token,
    ownerHash,
    vaultHash,
    cosigner,
    target,
    maxAmount,
    expiry,
    interval,
    perPullMax: pullCap,
    // The contract knows no other.
    mode: mode as SpendMode,
    nonce,
    spent,
    remaining,
    lastPull,
    balance,
    now,
  }
}

/** A box as of one block: its terms, with owner and vault as the hashes it knows, and what has become of it. */
export type BoxDetails = AccountState &
  Pick<EphemeralPolicy, 'token' | 'cosigner' | 'maxAmount' | 'interval'> & {
    account: Address
    /** See `ownerHash`. */
    ownerHash: Hex
    /** See `vaultHash`. */
    vaultHash: Hex
    /** Unix seconds; 0 before the first. */
    lastPull: number
    /** What it holds of its token, in base units; `null` where the token did not say. */
    balance: bigint | null
    /** Unix seconds: the time of the block. */
    now: number
  }
