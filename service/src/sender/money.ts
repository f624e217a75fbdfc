/** Wei of the native view in one USDC base unit, where USDC pays for gas. */
const weiPerUnit = 10n ** 12n

/** USDC base units of an amount in wei. Spending is rounded up, balances are rounded down. */
export function toUnits(wei: bigint, rounding: 'up' | 'down'): bigint {
  return (wei + (rounding === 'up' ? weiPerUnit - 1n : 0n)) / weiPerUnit
}

export function toWei(units: bigint): bigint {
  return units * weiPerUnit
}
