import { type Address, type Hex, isAddress } from 'viem'
import { InvalidInputError } from '../../errors/input.js'

/**
 * Checks one value of a plan, and converts the text that stands for a large number or a date in JSON.
 *
 * @param at - JSON Pointer to the value, for the refusal.
 * @throws {@link InvalidInputError}, whose `parameter` is the pointer.
 */
export type Reader<value> = (value: unknown, at: string) => value

/** A reader for each field. */
type Readers<fields> = { readonly [name in keyof Required<fields>]: Reader<fields[name]> }

/** Throws the error about the value at this place of the plan. */
export function refuse(at: string, what: string): never {
  throw new InvalidInputError(at, `This is not a plan: ${at === '' ? 'it' : `\`${at}\``} ${what}.`)
}

/** A reader that accepts the values for which a condition holds. */
function when<value>(holds: (value: unknown) => boolean, what: string): Reader<value> {
  // The condition has checked the type.
  return (value, at) => (holds(value) ? (value as value) : refuse(at, what))
}

export const readText: Reader<string> = /* @__PURE__ */ when((value) => typeof value === 'string', 'is not a string')

export const readFlag: Reader<boolean> = /* @__PURE__ */ when(
  (value) => typeof value === 'boolean',
  'is not true or false',
)

export const readAddress: Reader<Address> = /* @__PURE__ */ when(
  (value) => typeof value === 'string' && isAddress(value),
  'is not an address',
)

export const readBytes32: Reader<Hex> = /* @__PURE__ */ when(
  (value) => typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value),
  'is not 32 bytes in hex',
)

export const readHex: Reader<Hex> = /* @__PURE__ */ when(
  (value) => typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value),
  'is not bytes in hex',
)

/** A whole number that JSON can hold. */
export const readCount: Reader<number> = /* @__PURE__ */ when(
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'is not a whole number',
)

/** Base units as JSON has them in the progress of a transfer. */
export const readDigits: Reader<string> = /* @__PURE__ */ when(
  (value) => typeof value === 'string' && /^\d{1,78}$/.test(value),
  'is not a whole number in decimal digits',
)

export const readObject: Reader<object> = /* @__PURE__ */ when(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'is not an object',
)

/** A whole number, negative ones too. The largest amount, of 256 bits, has 78 digits. */
export const readSigned: Reader<bigint> = (value, at) => {
  if (typeof value === 'bigint') return value
  return typeof value === 'string' && /^-?\d{1,78}$/.test(value) ? BigInt(value) : refuse(at, 'is not a whole number')
}

export const readAmount: Reader<bigint> = (value, at) => {
  const amount = readSigned(value, at)
  return amount >= 0n ? amount : refuse(at, 'is negative')
}

export const readMoment: Reader<Date> = (value, at) => {
  const moment = typeof value === 'string' ? new Date(value) : value
  return moment instanceof Date && !Number.isNaN(moment.getTime()) ? moment : refuse(at, 'is not a date')
}

export function oneOf<value extends string | number>(...values: readonly value[]): Reader<value> {
  return when((value) => values.some((one) => one === value), `is not one of ${values.join(', ')}`)
}

export function nullable<value>(read: Reader<value>): Reader<value | null> {
  return (value, at) => (value === null ? null : read(value, at))
}

export function optional<value>(read: Reader<value>): Reader<value | undefined> {
  return (value, at) => (value === undefined ? undefined : read(value, at))
}

export function listOf<value>(read: Reader<value>): Reader<readonly value[]> {
  return (value, at) =>
    Array.isArray(value) ? value.map((one, index) => read(one, `${at}/${index}`)) : refuse(at, 'is not a list')
}

/** Reads the fields that have a reader and drops all others, so that no unknown field reaches an operation. */
export function record<fields extends object>(readers: Readers<fields>): Reader<fields> {
  return (value, at) => {
    // `readObject` has checked that it is an object.
    const given = readObject(value, at) as Readonly<Record<string, unknown>>
    const read = Object.entries<Reader<unknown>>(readers).map(([name, one]) => [
      name,
      one(Object.hasOwn(given, name) ? given[name] : undefined, `${at}/${name}`),
    ])
    // Each field was read by its own reader.
    return Object.fromEntries(read.filter(([, one]) => one !== undefined)) as fields
  }
}
