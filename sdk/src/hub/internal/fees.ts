import type { HubEstimate } from './hubApi.js'

/** An estimate of a route on which the issuer mints by itself. */
type Forwarded = HubEstimate & { forwardingFee: bigint }

/** Least headroom on top of a quoted fee: 0.005 USDC. */
const minHeadroom = 5_000n

/** Most that a ceiling is raised after the signature: 0.10 USDC. */
const maxTopUp = 100_000n

/**
 * Blocks on top of the quoted one. The issuer's least height moves with the chain, and would be stale at the primary
 * chain's pace within a second.
 */
const heightMargin = 10_000n

const maxUint256 = 2n ** 256n - 1n

/**
 * What to sign for an estimate. Fees move by up to 15 % between two reads, and a ceiling that is too low costs another
 * signature, while one that is too high costs nothing: only the real fee is taken. So the gas of both sides counts twice.
 */
export function ceilingsFor({ maxFee, maxBlockHeight, baseFee, forwardingFee, totalFee }: Forwarded): {
  maxFee: bigint
  quotedFee: bigint
  maxBlockHeight: bigint
} {
  const quotedFee = maxFee > totalFee ? maxFee : totalFee
  const gas = baseFee + forwardingFee
  const height = maxBlockHeight + heightMargin
  return {
    quotedFee,
    maxFee: quotedFee + (gas > minHeadroom ? gas : minHeadroom),
    maxBlockHeight: height > maxUint256 ? maxUint256 : height,
  }
}

/**
 * The ceiling to sign once more when the issuer wants `additional` on top of what was signed.
 *
 * @param limit - Highest ceiling the caller allows; none when `undefined`.
 * @returns `undefined` when it asks for more than the quoted fee again, more than 0.10 USDC, or more than the limit.
 */
export function toppedUp(
  { maxFee, quotedFee }: { maxFee: bigint; quotedFee: bigint },
  additional: bigint,
  limit: bigint | undefined,
): bigint | undefined {
  const raised = maxFee + additional
  if (additional <= 0n || additional > maxTopUp || additional > quotedFee) return undefined
  return limit !== undefined && raised > limit ? undefined : raised
}
