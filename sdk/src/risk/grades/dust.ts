import { coinPower, stablecoinDecimals, tinyCoinPower, tinyStablecoinPower } from './thresholds.js'

/** The amount below which money that comes in may be a bait, in the token's smallest unit. */
export function dustBelow(decimals: number): bigint {
  return 10n ** BigInt(decimals + (decimals > stablecoinDecimals ? tinyCoinPower : tinyStablecoinPower))
}

/** An amount in USDC base units, roughly: stablecoins at par, other coins by `coinPower`. */
export function inUsdc(value: bigint, decimals: number): bigint {
  if (decimals === stablecoinDecimals) return value
  const power = stablecoinDecimals + (decimals > stablecoinDecimals ? coinPower : 0)
  return (value * 10n ** BigInt(power)) / 10n ** BigInt(decimals)
}
