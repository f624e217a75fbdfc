import { bump, type Fees, MAX_BUMPS, max, min } from '../fees.js'
import { toUnits, toWei } from '../money.js'
import type { Attempt } from './PendingTransaction.js'
import type { Offer } from './signAttempt.js'

/** The highest offer of a replacement. */
export type Ceiling = {
  /** Native wei. */
  maxFeePerGas: bigint
  /** USDC base units that one transaction may cost; `undefined` without a job, or when it has ended. */
  budget: bigint | undefined
}

/**
 * The next offer for the same call.
 *
 * @param attempts - Number of attempts at the nonce.
 * @param value - USDC base units that are sent with the call.
 * @returns `undefined` when no higher offer is allowed.
 */
export function raisedOffer(
  last: Attempt,
  attempts: number,
  value: bigint,
  { maxFeePerGas, budget }: Ceiling,
): Offer | undefined {
  if (budget === undefined || attempts > MAX_BUMPS) return undefined
  const maxFee = bump(last.maxFee)
  // One more increase must fit under the ceiling, for the transaction that gives the nonce up.
  const fits = bump(maxFee) <= maxFeePerGas && toUnits(last.gas * maxFee, 'up') + value <= budget
  return fits ? { maxFee, tip: bump(last.tip), gas: last.gas } : undefined
}

/**
 * The offer of a transaction that only uses up the nonce, replacing another one: the current fees, which may be far
 * higher than that one's.
 *
 * @param attempts - Number of attempts at the nonce.
 * @returns `undefined` when a node would not accept it as a replacement.
 */
export function emptyOffer(
  last: Attempt,
  attempts: number,
  current: Fees,
  { maxFeePerGas, budget }: Ceiling,
): Offer | undefined {
  const least = bump(last.maxFee)
  const affordable = budget === undefined ? maxFeePerGas : toWei(budget) / PLAIN_GAS
  const mayBump = last.carries || attempts <= MAX_BUMPS
  const maxFee = min(max(mayBump ? least : 0n, current.maxFee), min(maxFeePerGas, affordable))
  // A call may have been dropped by the pool, and then any offer replaces it.
  if (maxFee < least && (!last.carries || affordable < least)) return undefined
  return { maxFee, tip: max(bump(last.tip), current.tip), gas: PLAIN_GAS }
}

/** Gas of a payment without a call. */
export const PLAIN_GAS = 21_000n
