import { BoxRefusedError } from '../../errors/shield.js'
import type { Box } from './readBox.js'

/**
 * Refuses to fund a box beyond use: one that has expired, that may spend less than the amount, or that holds all it may
 * still spend. The last also catches a funding that is repeated after a lost answer. What strangers sent it for mischief
 * does not count until it fills the box.
 *
 * @param balance - What the box holds.
 * @throws {@link BoxRefusedError} with code `expired` or `over_funded`.
 */
export function assertRoom({ account, policy, remaining, now }: Box, balance: bigint, amount: bigint): void {
  if (now > policy.expiry) throw new BoxRefusedError(account, 'expired')
  if (amount <= remaining && balance < remaining) return
  throw new BoxRefusedError(account, 'over_funded', { limit: balance < remaining ? remaining - balance : 0n })
}
