import { BoxRefusedError, InsufficientFundsError } from '@holdfast/sdk/errors'
import { type BoxDetails, MODE_PULL, type SpendMode } from '@holdfast/sdk/shield'

/**
 * Refuses a spend that the box would not make, before anything is signed.
 *
 * @throws BoxRefusedError `wrong_mode`, `expired`, `over_limit`, `over_pull_cap`, `too_soon`; InsufficientFundsError
 */
export function requireSpend(box: BoxDetails, mode: SpendMode, amount: bigint): void {
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
