import { bump, type Fees, MAX_BUMPS, max, min } from '../fees.js'
import { toUnits, toWei } from '../money.js'
import type { Attempt } from './PendingTransaction.js'
import type { Offer } from './signAttempt.js'

/** What a replacement may offer at most. */
export type Ceiling = {
  /** Native wei. */
  maxFeePerGas: bigint
  /** USDC base units that one transaction may cost; `undefined` for a job that is over, or none. */
  budget: bigint | undefined
}

/**
 * What the same call offers next.
 *
 * @param attempts - How many were signed for the nonce.
 * @param value - USDC base units that go along with the call.
 * @returns `undefined` where no more may be offered for it.
 */
export function raisedOffer(
  last: Attempt,
  attempts: number,
  value: bigint,
  { maxFeePerGas, budget }: Ceiling,
): Offer | undefined {
  if (budget === undefined || attempts > MAX_BUMPS) return undefined
  const maxFee = bump(last.maxFee)
  // One more step has to fit under the cap, for the transaction that gives the nonce up.
  const fits = bump(maxFee) <= maxFeePerGas && toUnits(last.gas * maxFee, 'up') + value <= budget
  return fits ? { maxFee, tip: bump(last.tip), gas: last.gas } : undefined
}

/**
 * What a transaction offers that only uses the nonce up, in the place of another one: the fees of the moment, which may be
 * far ahead of that one's.
 *
 * @param attempts - How many were signed for the nonce.
 * @returns `undefined` where a node would not accept it as a replacement.
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
  // A call may have been dropped, and then any offer is accepted in its place.
  if (maxFee < least && (!last.carries || affordable < least)) return undefined
  return { maxFee, tip: max(bump(last.tip), current.tip), gas: PLAIN_GAS }
}

/** Gas of a payment without a call. */
export const PLAIN_GAS = 21_000n
