import type { Address } from 'viem'
import { MalformedFieldError, readDecimal } from '../../chain/explorerApi/fields.js'
import { lower } from '../history/lower.js'

/** Decimals of a token, which may report none: ERC-20 makes them optional. */
export function readTokenDecimals(value: unknown): number {
  if (value === null || value === undefined || value === '') return 18
  const decimals = Number(readDecimal(value, 'decimals'))
  if (decimals > 255) throw new MalformedFieldError('decimals', value)
  return decimals
}

/** An address in lower case: a long history has too many of them to compute a checksum for each. */
export function readParty(value: unknown, what: string): Address {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw new MalformedFieldError(what, value)
  // An address, by the condition.
  return lower(value as Address)
}
