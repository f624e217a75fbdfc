import type { Address, Hash, Hex } from 'viem'
import { getAddress } from 'viem/utils'

/**
 * Readers for documents of other people: each returns a value of the promised type or throws, so that a malformed row
 * ends the whole answer and never looks like a shorter one.
 */

/**
 * What an explorer sent makes no sense. Asking again will not help.
 *
 * Goes by the plain name `Error`, which lists of what is missing in a history quote.
 */
export class MalformedFieldError extends Error {
  constructor(what: string, value: unknown) {
    super(`The explorer's ${what} is malformed: ${(JSON.stringify(value) ?? 'missing').slice(0, 80)}`)
  }
}

export function readObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MalformedFieldError(what, value)
  // Checked above, as in all of these readers.
  return value as Readonly<Record<string, unknown>>
}

export function readList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new MalformedFieldError(what, value)
  return value
}

export function readAddress(value: unknown, what: string): Address {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw new MalformedFieldError(what, value)
  // Checked above.
  return getAddress(value.toLowerCase() as Address)
}

export function readHash(value: unknown, what: string): Hash {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(value)) throw new MalformedFieldError(what, value)
  // Checked above.
  return value.toLowerCase() as Hash
}

/** A whole number written in decimal digits. */
export function readDecimal(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) throw new MalformedFieldError(what, value)
  return BigInt(value)
}

/** Bytes or a number in hexadecimal, in lower case. */
export function readHex(value: unknown, what: string): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]*$/.test(value)) throw new MalformedFieldError(what, value)
  // Matched above.
  return value.toLowerCase() as Hex
}

/** A whole number, as JSON has them, that is no more than a block or log number can be. */
export function readCount(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new MalformedFieldError(what, value)
  return value
}

/** A whole number in hexadecimal; explorers write zero as `0x`. */
export function readQuantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{0,64}$/.test(value)) throw new MalformedFieldError(what, value)
  return BigInt(`0x0${value.slice(2)}`)
}

export function readDate(value: unknown, what: string): Date {
  const date = new Date(typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? value : Number.NaN)
  if (Number.isNaN(date.getTime())) throw new MalformedFieldError(what, value)
  return date
}

/** Unix seconds. */
export function readSeconds(seconds: bigint, what: string): Date {
  const date = new Date(Number(seconds) * 1_000)
  if (Number.isNaN(date.getTime())) throw new MalformedFieldError(what, String(seconds))
  return date
}

/** The rows of an Etherscan-like answer, which says "nothing found" and "failed" with the same status. */
export function readLegacyRows(body: unknown): readonly unknown[] {
  const { status, message, result } = readObject(body, 'answer')
  if (status === '1') return readList(result, 'result')
  const isNothing = typeof message === 'string' && /^no .*found/i.test(message)
  if (status === '0' && isNothing && (result === null || (Array.isArray(result) && result.length === 0))) return []
  throw new MalformedFieldError('answer', { status, message, result })
}
