import { type Address, zeroAddress } from 'viem'
import { parseAddress } from '../chain/address.js'
import { InvalidInputError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'

/** Largest fee: 1 %. */
export const MAX_FEE_BPS = 100

/** Longest time a transfer may stay claimable: 7 days. */
export const MAX_RECALL_WINDOW_SECONDS = 604_800

/**
 * How a transfer is claimed: by a code (`CODE`); by the signature of a key that follows from the code (`KEY`), which appears in
 * no transaction; likewise, and for an open transfer only after the sender's release (`KEY_RELEASE`). The others are reserved.
 */
export type ClaimMode = 'CODE' | 'SIGNATURE' | 'REGISTERED' | 'KEY' | 'KEY_RELEASE'

/** The accepted modes in the contract's words. */
export const CLAIM_MODES = { CODE: 0, KEY: 3, KEY_RELEASE: 4 } as const satisfies Partial<Record<ClaimMode, number>>

/** An integrator's terms for protected transfers. Make one with {@link defineConfig}, which validates it. */
export type IntegratorConfig = {
  /** Seconds before an unclaimed transfer is refundable; 1 to {@link MAX_RECALL_WINDOW_SECONDS}. */
  recallWindow: number
  claimMode: ClaimMode
  /** Fee on a claim in hundredths of a percent, 0 to {@link MAX_FEE_BPS}. */
  feeBps: number
  /** Who receives the fee; the zero address where there is none. */
  feeRecipient: Address
  /** USDC base units; below it {@link recommendTransferMode} returns `plain`. */
  minProtectedAmount: bigint
  /** What a `warning` verdict of the firewall does. */
  onWarning: 'warn' | 'block'
}

/**
 * Completes and validates an integrator's terms.
 *
 * Defaults: one hour to claim, no fee, protect from 10 USDC, warnings do not stop a send.
 *
 * @throws {@link InvalidInputError} on a fee or window out of range, a fee without recipient, a reserved claim
 *   mode, a negative threshold.
 * @example
 * const config = defineConfig({ recallWindow: 24 * 3600 })
 */
export function defineConfig(
  input: { [field in keyof IntegratorConfig]?: IntegratorConfig[field] | undefined } = {},
): IntegratorConfig {
  const config: IntegratorConfig = {
    recallWindow: input.recallWindow ?? 3_600,
    claimMode: input.claimMode ?? 'CODE',
    feeBps: input.feeBps ?? 0,
    feeRecipient: parseAddress('feeRecipient', input.feeRecipient ?? zeroAddress),
    minProtectedAmount: input.minProtectedAmount ?? 10_000_000n,
    onWarning: input.onWarning ?? 'warn',
  }
  const { recallWindow, claimMode, feeBps, feeRecipient, minProtectedAmount, onWarning } = config
  if (!isWhole(recallWindow, 1, MAX_RECALL_WINDOW_SECONDS))
    throw new InvalidInputError(
      'recallWindow',
      `A recall window of ${recallWindow} seconds is not a whole number from 1 to ${MAX_RECALL_WINDOW_SECONDS}.`,
    )
  if (!isWhole(feeBps, 0, MAX_FEE_BPS))
    throw new InvalidInputError('feeBps', `A fee of ${feeBps} bps is not a whole number from 0 to ${MAX_FEE_BPS}.`)
  if (feeBps > 0 && feeRecipient === zeroAddress)
    throw new InvalidInputError('feeRecipient', `A fee of ${feeBps} bps needs a recipient.`)
  if (typeof claimMode !== 'string' || !Object.hasOwn(CLAIM_MODES, claimMode))
    throw new InvalidInputError(
      'claimMode',
      `Claim mode ${textOf(claimMode)} is reserved; CODE, KEY and KEY_RELEASE are accepted.`,
    )
  if (typeof minProtectedAmount !== 'bigint' || minProtectedAmount < 0n)
    throw new InvalidInputError('minProtectedAmount', 'The protection threshold is not a bigint of 0 or more.')
  if (onWarning !== 'warn' && onWarning !== 'block')
    throw new InvalidInputError('onWarning', `\`onWarning\` is ${textOf(onWarning)}, not \`warn\` or \`block\`.`)
  return config
}

/**
 * Whether a payment of this size deserves protection under the integrator's terms.
 *
 * @param amount - USDC base units.
 * @returns `plain` under `minProtectedAmount`, else `protected`.
 * @example
 * recommendTransferMode(defineConfig(), 25_000_000n) // 'protected'
 */
export function recommendTransferMode(config: IntegratorConfig, amount: bigint): 'plain' | 'protected' {
  return amount < config.minProtectedAmount ? 'plain' : 'protected'
}

/** Above this an open transfer waits for its sender's release, in USDC base units: 100 USDC. */
export const RELEASE_ABOVE = 100_000_000n

/**
 * The claim mode our own applications use: `KEY`, and `KEY_RELEASE` for an open transfer of more than {@link RELEASE_ABOVE},
 * whose link is worth stealing. {@link defineConfig} defaults to `CODE`.
 *
 * @param to - The recipient; the zero address for an open transfer.
 * @param amount - USDC base units.
 * @example
 * const config = defineConfig({ claimMode: recommendClaimMode({ to, amount: 25_000_000n }) }) // KEY
 */
export function recommendClaimMode({ to, amount }: { to: Address; amount: bigint }): 'KEY' | 'KEY_RELEASE' {
  return to === zeroAddress && amount > RELEASE_ABOVE ? 'KEY_RELEASE' : 'KEY'
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max
}
