import type { BoxCodeTerms } from '@holdfast/contracts'
import type { CosignVetoCode } from '@holdfast/sdk/wire'
import type { Address } from 'viem'

/** Whether this service may sign for a box: it names our key, and a token that boxes may spend on its chain. */
export function judgeTerms(
  { policy }: BoxCodeTerms,
  ours: { cosigner: Address; tokens: readonly Address[] },
): CosignVetoCode | undefined {
  if (!isSameAddress(policy.cosigner, ours.cosigner)) return 'foreign_cosigner'
  return ours.tokens.some((token) => isSameAddress(token, policy.token)) ? undefined : 'token_not_allowed'
}

/**
 * Whether the box itself would accept a spend: its mode, limits, interval and expiry.
 *
 * @param state - As of the block whose `time` is given, Unix seconds.
 */
export function judgeLimits(
  { amount, action }: { amount: bigint; action: 0 | 1 },
  { policy, spent, lastPull }: BoxCodeTerms & { spent: bigint; lastPull: bigint },
  time: bigint,
): CosignVetoCode | undefined {
  const { mode, maxAmount, perPullMax, interval, expiry } = policy
  if (mode !== action) return 'mode_mismatch'
  if (amount <= 0n || amount > maxAmount - spent) return 'over_limit'
  if (action === 1) {
    if (perPullMax !== 0n && amount > perPullMax) return 'over_pull_cap'
    if (lastPull !== 0n && time < lastPull + BigInt(interval)) return 'too_soon'
  }
  return time + expiryMarginSeconds < BigInt(expiry) ? undefined : 'expired'
}

/** A spend that is signed now must be mined before the box expires. */
const expiryMarginSeconds = 30n

export function isSameAddress(one: Address, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
