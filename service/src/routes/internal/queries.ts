import { WireFormatError } from '@holdfast/sdk/errors'

/**
 * Reads a whole number out of a query.
 *
 * @throws `WireFormatError`, which the listener answers with 400.
 */
export function readInteger(
  name: string,
  value: string | undefined,
  { least, most }: { least: number; most: number },
): number | undefined {
  if (value === undefined) return undefined
  if (!/^(0|[1-9][0-9]{0,77})$/.test(value)) throw new WireFormatError(`/${name}`, 'not_decimal')
  const number = Number(value)
  if (number < least || number > most) throw new WireFormatError(`/${name}`, 'out_of_range')
  return number
}
