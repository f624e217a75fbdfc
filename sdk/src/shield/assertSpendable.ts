import { BoxRefusedError } from '../errors/shield.js'
import { InsufficientFundsError } from '../errors/transfer.js'
import type { BoxDetails } from './getBox.js'
import { MODE_PULL, type SpendMode } from './types.js'

/**
 * Refuses a spend that the box would not make, before a co-signer is asked or anything is signed.
 *
 * @throws BoxRefusedError `wrong_mode`, `expired`, `over_limit`, `over_pull_cap`, `too_soon`; InsufficientFundsError
 */
export function assertSpendable(box: BoxDetails, mode: SpendMode, amount: bigint): void {
  const { account, now, expiry, remaining, perPullMax, lastPull, interval, balance } = box
  if (box.mode !== mode) throw new BoxRefusedError(account, 'wrong_mode')
  if (now > expiry) throw new BoxRefusedError(account, 'expired')
  if (amount > remaining) throw new BoxRefusedError(account, 'over_limit', { limit: remaining })
  if (mode === MODE_PULL && amount > perPullMax)
    throw new BoxRefusedError(account, 'over_pull_cap', { limit: perPullMax })
  if (mode === MODE_PULL && lastPull > 0 && now < lastPull + interval)
    throw new BoxRefusedError(account, 'too_soon', { notBefore: lastPull + interval })
  if (balance !== null && balance < amount)
    throw new InsufficientFundsError('balance', amount, balance, { do: 'fund_box', account, atMost: balance })
}
