import type { MoneyLimits } from '../config/Config.js'
import { type Fees, max, min, worstGasWei } from '../sender/fees.js'
import { toUnits } from '../sender/money.js'
import type { OperationKind } from '../store/Database.js'
import { MIN_SEED, SEEDED_GAS } from './operations/gas.js'
import { planners } from './operations/planners.js'
import type { Quote } from './Relay.js'

/**
 * The amount to reserve for an operation (`hold`): the most that it can cost, with what it gives away (`value`). Refused while
 * the chain's fee is above the limits.
 */
export function quoteOf(kind: OperationKind, fees: Fees, money: MoneyLimits): Quote {
  const value = kind === 'gas' ? seedOf(fees, money) : 0n
  const hold = min(
    toUnits(worstGasWei(planners[kind].gasMax, fees, money.maxFeePerGas), 'up') + value,
    money.maxTransactionCost,
  )
  // The hold must cover the first attempt at the current fee. It also limits by how much the fee can be raised later.
  const first = toUnits(planners[kind].gasMax * fees.maxFee, 'up') + value
  return fees.maxFee > money.maxFeePerGas || first > money.maxTransactionCost
    ? { refused: 'fee_ceiling' }
    : { hold, value }
}

/** The amount that a fresh address is given for gas (a gas seed): the cost of one transaction now, within the limits. */
export function seedOf({ maxFee }: Fees, { maxSeed }: MoneyLimits): bigint {
  return min(max(toUnits(SEEDED_GAS * maxFee, 'up'), MIN_SEED), maxSeed)
}
