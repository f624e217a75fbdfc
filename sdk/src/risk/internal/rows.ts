import { type Address, checksumAddress, type Hash } from 'viem'

/**
 * Readers for documents of other people: each returns a value of the promised type or throws, so that a malformed row
 * ends the whole answer and never looks like a shorter one.
 */

/** One movement of money out of a history, from whatever explorer. */
export type Movement = {
  from: Address
  /** Null for a contract creation. */
  to: Address | null
  /** The token; null for the chain's own coin. */
  token: Address | null
  value: bigint
  /** False for a transaction that failed or is not mined: nothing moved. */
  isSettled: boolean
}

export function readObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(what, value)
  return value as Readonly<Record<string, unknown>>
}

export function readList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed(what, value)
  return value
}

export function readAddress(value: unknown, what: string): Address {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw malformed(what, value)
  return checksumAddress(value.toLowerCase() as Address)
}

/** A whole number written in decimal digits. */
export function readDecimal(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) throw malformed(what, value)
  return BigInt(value)
}

export function readHex(value: unknown, what: string): string {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]*$/.test(value)) throw malformed(what, value)
  return value.toLowerCase()
}

export function readDate(value: unknown, what: string): Date {
  const date = new Date(typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? value : Number.NaN)
  if (Number.isNaN(date.getTime())) throw malformed(what, value)
  return date
}

export function readHash(value: unknown, what: string): Hash {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(value)) throw malformed(what, value)
  return value.toLowerCase() as Hash
}

/** A block number or another count, as a JSON number. */
export function readCount(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw malformed(what, value)
  return value
}

/** Seconds since 1970 in decimal digits. */
export function readSeconds(value: unknown, what: string): Date {
  const date = new Date(Number(readDecimal(value, what)) * 1_000)
  if (Number.isNaN(date.getTime())) throw malformed(what, value)
  return date
}

/** Decimals of a token that may not say; ERC-20 leaves them optional. */
export function readTokenDecimals(value: unknown): number {
  if (value === null || value === undefined || value === '') return 18
  const decimals = Number(readDecimal(value, 'decimals'))
  if (decimals > 255) throw malformed('decimals', value)
  return decimals
}

export function malformed(what: string, value: unknown): Error {
  return new Error(`The explorer's ${what} is malformed: ${(JSON.stringify(value) ?? 'missing').slice(0, 80)}`)
}
