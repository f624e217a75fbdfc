/** Wei of the native view in one USDC base unit, where USDC pays for gas. */
const WEI_PER_UNIT = 10n ** 12n

/** USDC base units of an amount in wei. What is spent is rounded up, what is owned is rounded down. */
export function toUnits(wei: bigint, rounding: 'up' | 'down'): bigint {
  return (wei + (rounding === 'up' ? WEI_PER_UNIT - 1n : 0n)) / WEI_PER_UNIT
}

export function toWei(units: bigint): bigint {
  return units * WEI_PER_UNIT
}
