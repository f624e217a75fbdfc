/** Writes values as JSON, in which a date is `{ "$date": … }` and a bigint `{ "$bigint": … }`. @param indent - Of each level. @default one line */
export function formatValues(value: unknown, indent?: number): string {
  return JSON.stringify(value, writeValue, indent)
}

/** Reads what {@link formatValues} has written. */
export function parseValues(text: string): unknown {
  return JSON.parse(text, readValue)
}

/** A date is text before the replacer sees it, but not in its object. */
function writeValue(this: { readonly [name: string]: unknown }, name: string, value: unknown): unknown {
  const original = this[name]
  if (original instanceof Date) return { $date: original.toISOString() }
  return typeof value === 'bigint' ? { $bigint: value.toString() } : value
}

function readValue(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('$date' in value) return new Date(String(value.$date))
  return '$bigint' in value ? BigInt(String(value.$bigint)) : value
}
