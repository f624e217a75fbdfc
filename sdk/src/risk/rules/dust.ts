import { centPower, stablecoinDecimals, tinyCoinPower, tinyStablecoinPower } from './thresholds.js'

/** The amount below which money that comes in may be a bait, in the token's smallest unit. */
export function dustBelow(decimals: number): bigint {
  return 10n ** BigInt(decimals + (decimals > stablecoinDecimals ? tinyCoinPower : tinyStablecoinPower))
}

/** Whether an amount is less than honest payees send as a test. */
export function isBelowCent(value: bigint, decimals: number): boolean {
  return decimals === stablecoinDecimals && value < 10n ** BigInt(decimals + centPower)
}
