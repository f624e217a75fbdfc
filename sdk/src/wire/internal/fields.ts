import type { Address, Hex } from 'viem'
import { parseParty } from '../../chain/address.js'
import { WireFormatError } from '../../errors/wire.js'

/**
 * Reads one value out of a message of whatever origin.
 *
 * @param at - JSON Pointer of the value.
 * @throws {@link WireFormatError} and nothing else.
 */
export type Read<value> = (value: unknown, at: string) => value

/** The readers of an object's fields. */
export type Shape = Readonly<Record<string, Read<unknown>>>

type Values<shape extends Shape> = { [key in keyof shape]: ReturnType<shape[key]> }

/**
 * Reads an object of these fields and drops the others: what a service answers may be newer than its reader.
 *
 * @param optional - Fields that may be left out.
 */
// biome-ignore lint/complexity/noBannedTypes: nothing more is known of no fields
export function open<required extends Shape, optional extends Shape = {}>(
  required: required,
  optional?: optional,
): Read<Values<required> & { [key in keyof optional]?: ReturnType<optional[key]> | undefined }> {
  const shape: Shape = { ...required, ...optional }
  return (value, at) => {
    const given = asObject(value, at)
    const read: Record<string, unknown> = {}
    for (const [name, readField] of Object.entries(shape)) {
      const pointer = `${at}/${name}`
      if (Object.hasOwn(given, name) && given[name] !== undefined) read[name] = readField(given[name], pointer)
      else if (Object.hasOwn(required, name)) throw new WireFormatError(pointer, 'required')
    }
    return read as ReturnType<ReturnType<typeof open<required, optional>>>
  }
}

/**
 * Reads an object of exactly these fields.
 *
 * @param optional - Fields that may be left out.
 * @param dropped - Keys that may stand there and are not read.
 */
// biome-ignore lint/complexity/noBannedTypes: nothing more is known of no fields
export function object<required extends Shape, optional extends Shape = {}>(
  required: required,
  optional?: optional,
  dropped: readonly string[] = [],
): ReturnType<typeof open<required, optional>> {
  const readOpen = open(required, optional)
  const known = new Set([...Object.keys(required), ...Object.keys(optional ?? {}), ...dropped])
  return (value, at) => {
    const read = readOpen(value, at)
    for (const name of Object.keys(asObject(value, at)))
      if (!known.has(name)) throw new WireFormatError(`${at}/${escapeName(name)}`, 'unknown_key')
    return read
  }
}

/** The value as an object whose fields are still to be read. */
export function asObject(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WireFormatError(at, 'not_an_object')
  return value as Readonly<Record<string, unknown>>
}

/** One of a few literals. */
export function oneOf<const literal extends string | number | boolean>(...literals: literal[]): Read<literal> {
  return (value, at) => {
    const found = literals.find((literal) => literal === value)
    if (found === undefined) throw new WireFormatError(at, 'not_one_of')
    return found
  }
}

/** Any case comes in, a wrong checksum or zero does not. */
export const address: Read<Address> = (value, at) => {
  try {
    return parseParty('address', value as string)
  } catch {
    throw new WireFormatError(at, 'not_an_address')
  }
}

/** A uint256 as decimal text: no sign, no leading zero, no exponent. */
export const decimal: Read<bigint> = (value, at) => {
  if (typeof value !== 'string' || !/^(0|[1-9][0-9]{0,77})$/.test(value)) throw new WireFormatError(at, 'not_decimal')
  const number = BigInt(value)
  if (number >= 2n ** 256n) throw new WireFormatError(at, 'out_of_range')
  return number
}

/** The same, kept as text. */
export const decimalText: Read<string> = (value, at) => decimal(value, at).toString()

/** A whole number between two bounds, as a JSON number. */
export function integer(least: number, most: number): Read<number> {
  return (value, at) => {
    if (!Number.isSafeInteger(value)) throw new WireFormatError(at, 'not_an_integer')
    const number = value as number
    if (number < least || number > most) throw new WireFormatError(at, 'out_of_range')
    // A negative zero is equal to zero, and not the same.
    return number === 0 ? 0 : number
  }
}

/** Lower-case hex of so many bytes. */
export function hex(leastBytes: number, mostBytes: number = leastBytes): Read<Hex> {
  return (value, at) => {
    if (
      typeof value !== 'string' ||
      value.length < 2 + 2 * leastBytes ||
      value.length > 2 + 2 * mostBytes ||
      value.length % 2 !== 0 ||
      !/^0x[0-9a-f]*$/.test(value)
    )
      throw new WireFormatError(at, 'not_hex')
    return value as Hex
  }
}

/** Text of a form. */
export function text(form: RegExp): Read<string> {
  return (value, at) => {
    if (typeof value !== 'string' || !form.test(value)) throw new WireFormatError(at, 'not_text')
    return value
  }
}

/** A list of at most so many. */
export function list<value>(most: number, read: Read<value>): Read<readonly value[]> {
  return (value, at) => {
    if (!Array.isArray(value)) throw new WireFormatError(at, 'not_a_list')
    if (value.length > most) throw new WireFormatError(at, 'out_of_range')
    return Array.from(value, (item, index) => read(item, `${at}/${index}`))
  }
}

/** The value, or `null` where there is none. */
export function orNull<value>(read: Read<value>): Read<value | null> {
  return (value, at) => (value === null ? null : read(value, at))
}

/** A block number as decimal text. */
export const blockNumber: Read<bigint> = (value, at) => {
  const number = decimal(value, at)
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw new WireFormatError(at, 'out_of_range')
  return number
}

export const chainId: Read<number> = /* @__PURE__ */ integer(1, Number.MAX_SAFE_INTEGER)

export const flag: Read<boolean> = /* @__PURE__ */ oneOf(true, false)

/** 32 bytes. */
export const hash: Read<Hex> = /* @__PURE__ */ hex(32)

/** Seconds as the contracts hold them. */
export const uint40: Read<number> = /* @__PURE__ */ integer(0, 2 ** 40 - 1)

/** What can be shown to a person on one line: no control characters, and none that turn the text around. */
export const sentence: Read<string> = /* @__PURE__ */ text(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]{1,500}$/u)

/** A stable code. */
export const word: Read<string> = /* @__PURE__ */ text(/^[a-z][a-z0-9_]{0,63}$/)

/** RFC 6901, section 3. */
function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
