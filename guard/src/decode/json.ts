import type { Address, Hex } from 'viem'

/** An object that is not a list. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An address in any case; undefined for everything else. */
export function readAddress(value: unknown): Address | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
    ? `0x${value.slice(2).toLowerCase()}`
    : undefined
}

/** Whole bytes in hexadecimal, in lower case; undefined for everything else. */
export function readHex(value: unknown): Hex | undefined {
  return typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)
    ? `0x${value.slice(2).toLowerCase()}`
    : undefined
}

/** A whole number of at most 256 bits, not negative: hexadecimal, decimal, as a number or a bigint; undefined for everything else. */
export function readQuantity(value: unknown): bigint | undefined {
  const isText = typeof value === 'string' && /^(?:0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/.test(value)
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value)
  const read = isText || isNumber || typeof value === 'bigint' ? BigInt(value) : undefined
  return read !== undefined && read >= 0n && read < 2n ** 256n ? read : undefined
}
