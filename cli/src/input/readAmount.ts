import { formatUsdc, parseUsdc } from '@holdfast/sdk/chain'
import { usageFailure } from '../failure/CommandFailure.js'

/**
 * An amount as typed, in USDC.
 *
 * @returns Base units, more than 0.
 */
export function readAmount(name: string, text: string | undefined): bigint {
  if (text === undefined) throw usageFailure('missing_amount', `${name} is missing.`)
  const amount = parseUsdc(text)
  if (amount === 0n) throw usageFailure('invalid_amount', `${name} must be more than 0 USDC.`)
  return amount
}

/** The same for a person. */
export function writeAmount(amount: bigint): string {
  return `${formatUsdc(amount)} USDC`
}
