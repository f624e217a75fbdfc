/**
 * An amount as a decimal number without trailing zeros: `2.5`.
 *
 * @param decimals - @default 6, of USDC
 */
export function decimalText(amount: bigint, decimals: number = 6): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -decimals)}${fraction && `.${fraction}`}`
}

/** An amount as a person reads it, `2.5 USDC`: base units of USDC, or native units of 18 decimals of another coin. */
export function amountText(amount: bigint, coin: string = 'USDC'): string {
  return `${decimalText(amount, coin === 'USDC' ? 6 : 18)} ${coin}`
}
