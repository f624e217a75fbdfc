import type { Hex } from 'viem'
import { isBytes32 } from '../bytes32.js'
import { USDC_DECIMALS } from '../constants.js'

/** A field of an answer: its own, never one that a prototype lends. */
export function fieldOf(body: unknown, name: string): unknown {
  // An object, by the condition.
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? (body as Record<string, unknown>)[name]
    : undefined
}

/** @throws `SyntaxError` for anything but a list. */
export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new SyntaxError('Not a list.')
  return value
}

/**
 * A whole number written in digits: block heights and base units.
 *
 * @throws `SyntaxError`
 */
export function wholeOf(value: unknown): bigint {
  const text = textOf(value)
  if (!/^\d{1,78}$/.test(text)) throw new SyntaxError('Not a whole number.')
  return BigInt(text)
}

/**
 * USDC written as a decimal number, in base units. More than six decimals are rounded to the side on which no one is
 * promised too much: a fee up, a balance down.
 *
 * @throws `SyntaxError`
 */
export function usdcOf(value: unknown, rounding: 'up' | 'down'): bigint {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(textOf(value))
  if (!match) throw new SyntaxError('Not an amount of USDC.')
  const [, whole = '', fraction = ''] = match
  const amount = BigInt(whole + fraction.slice(0, USDC_DECIMALS).padEnd(USDC_DECIMALS, '0'))
  return rounding === 'up' && /[1-9]/.test(fraction.slice(USDC_DECIMALS)) ? amount + 1n : amount
}

/** 32 bytes of hex, or `undefined`. */
export function hashOf(value: unknown): Hex | undefined {
  return isBytes32(value) ? value : undefined
}

/** The issuer writes numbers as texts; a number that says the same is taken too. */
function textOf(value: unknown): string {
  return typeof value === 'number' ? `${value}` : typeof value === 'string' ? value : ''
}
