import { InvalidInputError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'
import { formatUsdc } from './amount.js'
import type { BridgeChainName } from './bridgeChains.js'
import { USDC_DECIMALS } from './constants.js'

/** Why a payment cannot be made, said before anything is signed. The words are the application's: nothing here is English. */
export type Refusal = {
  /** Key into the application's own strings. */
  code: RefusalCode
  /** What those strings may quote, ready to show: amounts as decimals, chains by their labels. */
  params: Readonly<Record<string, string>>
  /** The one step that would help, where there is one. */
  fix?: RefusalFix | undefined
}

/**
 * - `gwNoBalanceHere`: the Hub holds nothing on this chain, nor enough on another.
 * - `gwEnoughOn`: it does on another chain.
 * - `gwShort`: it holds something on this chain, and less than is needed.
 * - `shortWithFee`: the wallet's USDC does not cover amount and fee.
 * - `shortWithGas`: it covers them, and not the gas on top, where USDC pays for gas.
 * - `noGas`: the wallet lacks the coin that pays for gas.
 */
export type RefusalCode = 'gwNoBalanceHere' | 'gwEnoughOn' | 'gwShort' | 'shortWithFee' | 'shortWithGas' | 'noGas'

/** What would make the payment possible. `amount` is in USDC base units, `display` the same as a decimal. */
export type RefusalFix =
  | { kind: 'switchSource'; chain: BridgeChainName; label: string }
  | { kind: 'deposit'; amount: bigint; display: string }
  | { kind: 'useMax'; amount: bigint; display: string }

/**
 * Writes USDC base units for a person.
 *
 * @param subunits - USDC base units; never an 18-decimal native value.
 * @param decimals - How many decimals to show at most. The rest is cut off, so that no one reads more than there is.
 * @default decimals 6, that is all of them
 * @returns A plain decimal without trailing zeros.
 * @throws {@link InvalidInputError} unless `decimals` is a whole number from 0 to 6.
 * @example
 * usdc(12_345_678n) // '12.345678'
 * usdc(12_345_678n, 2) // '12.34'
 */
export function usdc(subunits: bigint, decimals: number = USDC_DECIMALS): string {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > USDC_DECIMALS)
    throw new InvalidInputError('decimals', `\`decimals\` is ${textOf(decimals)}, not a whole number from 0 to 6.`)
  const step = 10n ** BigInt(USDC_DECIMALS - decimals)
  return formatUsdc((subunits / step) * step)
}

/**
 * A part of what can be spent, as text for an amount field.
 *
 * @param maxSpendable - USDC base units that can be spent, fees already kept back. Below zero nothing can: the text is `0`.
 * @param fraction - From 0 to 1, counted in millionths.
 * @param decimals - As in {@link usdc}.
 * @throws {@link InvalidInputError} on another fraction.
 * @example
 * percentOf(10_333_333n, 0.5) // '5.166666'
 */
export function percentOf(maxSpendable: bigint, fraction: number, decimals?: number): string {
  if (typeof fraction !== 'number' || !(fraction >= 0 && fraction <= 1))
    throw new InvalidInputError('fraction', `\`fraction\` is ${textOf(fraction)}, not a number from 0 to 1.`)
  const spendable = maxSpendable > 0n ? maxSpendable : 0n
  return usdc((spendable * BigInt(Math.round(fraction * 1e6))) / 1_000_000n, decimals)
}

/**
 * What a fee of the issuer may be at the next quote: a quarter more. For advice that must hold then.
 *
 * @param fee - USDC base units, as `maxFee` of a quote.
 * @example
 * const most = maxHubSpendable(10_000_000n, feeAtNextQuote(20_000n))
 */
export function feeAtNextQuote(fee: bigint): bigint {
  return fee + fee / 4n
}
