const decimals = 6

/** USDC base units as a decimal number without trailing zeros: `2.5`. */
export function decimalText(amount: bigint): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -decimals)}${fraction && `.${fraction}`}`
}

/** USDC base units as a person reads them: `2.5 USDC`. */
export function amountText(amount: bigint): string {
  return `${decimalText(amount)} USDC`
}
