import { WireFormatError } from '../../errors/wire.js'
import { asObject, decimal, object, type Read, type Shape } from './fields.js'

/**
 * Reads an object of these fields and drops the others: what a service answers may be newer than its reader.
 *
 * @param optional - Fields that may be left out.
 */
// biome-ignore lint/complexity/noBannedTypes: nothing more is known of no fields
export function open<required extends Shape, optional extends Shape = {}>(
  required: required,
  optional?: optional,
): ReturnType<typeof object<required, optional>> {
  const read = object(required, optional)
  const names = [...Object.keys(required), ...Object.keys(optional ?? {})]
  return (value, at) => {
    const given = asObject(value, at)
    return read(
      Object.fromEntries(names.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]]] : []))),
      at,
    )
  }
}

/** A block number as decimal text. */
export const blockNumber: Read<bigint> = (value, at) => {
  const number = decimal(value, at)
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw new WireFormatError(at, 'out_of_range')
  return number
}
