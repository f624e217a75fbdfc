import { decimalText } from '../errors/amountText.js'
import { InvalidAmountError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'
import { USDC_DECIMALS } from './constants.js'

/**
 * Reads a typed amount of USDC strictly: digits, at most one point, at most six decimals. No sign, exponent, grouping
 * or seventh decimal, because guessing with another person's money is worse than asking again.
 *
 * @param text - For example `"10"`, `"0.25"`.
 * @returns USDC base units.
 * @throws {@link InvalidAmountError}
 * @example
 * parseUsdc('12.5') // 12500000n
 */
export function parseUsdc(text: string): bigint {
  const match = typeof text === 'string' ? /^(\d{1,30})(?:\.(\d+))?$/.exec(text) : null
  if (!match) throw new InvalidAmountError(text, 'is not a plain decimal number')
  const [, whole = '', fraction = ''] = match
  if (fraction.length > USDC_DECIMALS) throw new InvalidAmountError(text, `has more than ${USDC_DECIMALS} decimals`)
  return BigInt(whole + fraction.padEnd(USDC_DECIMALS, '0'))
}

/**
 * Writes USDC base units as a decimal number, the exact inverse of {@link parseUsdc}; no trailing zeros.
 *
 * @example
 * formatUsdc(12_500_000n) // '12.5'
 */
export function formatUsdc(amount: bigint): string {
  return decimalText(amount)
}

/**
 * Refuses what cannot be an allowance: a token takes any uint256, and the largest means no limit.
 *
 * @throws {@link InvalidAmountError}
 */
export function assertAllowance(amount: bigint): void {
  if (typeof amount !== 'bigint' || amount <= 0n || amount > noLimit)
    throw new InvalidAmountError(textOf(amount), 'is not a positive uint256')
}

/** Whether an allowance need not be raised. Even an unlimited one may shrink with use: it lasts while half is left. */
export function coversAllowance(allowance: bigint, amount: bigint): boolean {
  return allowance >= amount || (amount === noLimit && allowance > noLimit / 2n)
}

const noLimit = 2n ** 256n - 1n

/** Largest amount the transfer contract can hold in one transfer. */
const maxAmount = 2n ** 96n - 1n

/**
 * Refuses what cannot be an amount to pay.
 *
 * @throws {@link InvalidAmountError} when it is not a bigint, not positive, or over uint96.
 */
export function assertAmount(amount: bigint): void {
  if (typeof amount !== 'bigint') throw new InvalidAmountError(textOf(amount), 'is not a bigint of USDC base units')
  if (amount <= 0n) throw new InvalidAmountError(amount.toString(), 'is not positive')
  if (amount > maxAmount) throw new InvalidAmountError(amount.toString(), 'is larger than a transfer can hold (uint96)')
}
